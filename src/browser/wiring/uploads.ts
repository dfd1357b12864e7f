import type { FileValue } from '#forms/types.ts';
import type { UploadState } from '#ui/form/store.ts';
import type { UploadRequest } from '../upload.ts';

/** How a file is sent, and how a failure is worded in the reader's language. */
export type Uploader = {
  send: (request: UploadRequest) => Promise<FileValue>;
  wordingOf: (error: unknown) => string;
};

type Uploads = Readonly<Record<string, readonly UploadState[]>>;
type Running = { processId: string; file: File; stop: AbortController };

/** The files on their way, by path of their field. What has arrived is reported and leaves the list. */
export function uploadList(upload: Uploader, arrived: (path: string, file: FileValue) => void) {
  let uploads: Uploads = {};
  const running = new Map<string, Running>();
  const listeners = new Set<() => void>();

  function edit(path: string, change: (list: readonly UploadState[]) => readonly UploadState[]): void {
    uploads = { ...uploads, [path]: change(uploads[path] ?? []) };
    for (const listener of listeners) listener();
  }
  const patch = (path: string, id: string, part: Partial<UploadState>) =>
    edit(path, (list) => list.map((it) => (it.id === id ? { ...it, ...part } : it)));
  const remove = (path: string, id: string) => edit(path, (list) => list.filter((it) => it.id !== id));

  async function send(path: string, id: string, { processId, file, stop }: Running): Promise<void> {
    try {
      const value = await upload.send({
        processId,
        path,
        file,
        signal: stop.signal,
        onProgress: (loaded) => patch(path, id, { loaded }),
      });
      running.delete(id);
      remove(path, id);
      arrived(path, value);
    } catch (error) {
      if (!stop.signal.aborted) patch(path, id, { state: 'failed', error: upload.wordingOf(error) });
    }
  }

  return {
    current: (): Uploads => uploads,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(processId: string, path: string, file: File): void {
      const id = crypto.randomUUID();
      const entry: Running = { processId, file, stop: new AbortController() };
      running.set(id, entry);
      const { name, size } = file;
      edit(path, (list) => [...list, { id, name, size, loaded: 0, state: 'uploading' }]);
      void send(path, id, entry);
    },
    retry(path: string, id: string): void {
      const entry = running.get(id);
      if (!entry) return;
      patch(path, id, { state: 'uploading', loaded: 0, error: undefined });
      void send(path, id, entry);
    },
    cancel(path: string, id: string): void {
      running.get(id)?.stop.abort();
      running.delete(id);
      remove(path, id);
    },
  };
}
