import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { TakenFile } from '#contract/process.ts';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { FormDefinition } from '#forms/types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import type { FormAccess, FormQuery } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress } from '#machines/saving/saving.types.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Sending } from '#machines/upload/upload.types.ts';
import { createFormStore } from './form-store.ts';

const definition: FormDefinition = {
  name: 'f',
  title: 'Form',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'p1',
      label: 'Page',
      title: 'Page',
      components: [
        { type: 'textfield', key: 'name', label: 'Name', input: true, validate: { required: true } },
        {
          type: 'file',
          key: 'proof',
          label: 'Proof',
          input: true,
          multiple: true,
          filePattern: 'application/pdf',
          fileMaxSize: '1MB',
        },
        {
          type: 'datagrid',
          key: 'dogs',
          label: 'Dogs',
          input: true,
          addAnother: 'Add',
          components: [{ type: 'textfield', key: 'call', label: 'Call', input: true }],
        },
      ],
    },
  ],
};

type Upload = Sending & { end: (error?: unknown) => void; stopped: boolean };

async function openStore() {
  const uploads: Upload[] = [];
  const sendFile = fromPromise<TakenFile, Sending>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const { name, size } = input.file;
        const id = `file-${uploads.length + 1}`;
        const end = (error?: unknown) =>
          error ? reject(error) : resolve({ id, name, size, type: 'application/pdf', checked: true });
        const upload: Upload = { ...input, end, stopped: false };
        signal.addEventListener('abort', () => {
          upload.stopped = true;
        });
        uploads.push(upload);
      }),
  );
  const actor = createActor(
    formMachine.provide({
      actors: {
        loadForm: fromPromise<FormAccess, FormQuery>(async () => ({
          form: definition,
          data: {},
          version: 1,
          page: null,
        })),
        saving: savingMachine.provide({
          actors: {
            saveProgress: fromPromise<SavedProgress, Progress>(() => new Promise<never>(() => undefined)),
          },
        }),
        upload: uploadMachine.provide({ actors: { sendFile } }),
      },
    }),
    { input: { processId: 'p', locale: 'de' } },
  );
  actor.start();
  await vi.waitFor(() => expect(actor.getSnapshot().matches('open')).toBe(true), { timeout: 60_000 });
  const store = createFormStore(actor);
  return { actor, store, uploads };
}

const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

afterEach(() => vi.useRealTimers());

describe('the store of a form', () => {
  it('tells the renderer of what was typed and keeps its view while nothing changes', async () => {
    const { store } = await openStore();
    const changed = vi.fn();
    store.subscribe(changed);
    store.change('name', 'Ada');
    expect(changed).toHaveBeenCalled();
    expect(store.getSnapshot().data).toEqual({ name: 'Ada' });
    expect(store.getSnapshot()).toBe(store.getSnapshot());
  });

  it('shows errors only after trying to go on, and no longer once they are corrected', async () => {
    const { actor, store } = await openStore();
    expect(store.getSnapshot().shownErrors).toEqual([]);
    actor.send({ type: 'page.nextRequested' });
    expect(store.getSnapshot().shownErrors).toMatchObject([{ path: 'name', rule: 'required' }]);
    store.change('name', 'Ada');
    expect(store.getSnapshot().shownErrors).toEqual([]);
  });

  it('adds and removes rows', async () => {
    const { store } = await openStore();
    store.addRow('dogs');
    store.change('dogs[0].call', 'Bello');
    store.addRow('dogs');
    expect(store.getSnapshot().data.dogs).toMatchObject([{ call: 'Bello' }, { call: '' }]);
    store.change('dogs[1].call', 'Rex');
    store.removeRow('dogs', 0);
    expect(store.getSnapshot().data.dogs).toMatchObject([{ call: 'Rex' }]);
    expect(store.getSnapshot().removedRow).toMatchObject({ path: 'dogs', index: 0 });
    store.restoreRow();
    expect(store.getSnapshot().data.dogs).toMatchObject([{ call: 'Bello' }, { call: 'Rex' }]);
  });
});

describe('an upload', () => {
  it('shows its progress and ends in the data', async () => {
    const { store, uploads } = await openStore();
    store.upload('proof', [pdf('a.pdf')]);
    uploads[0]?.progress.send({ type: 'bytes.sent', loaded: 3 });
    const { pendingFiles } = store.getSnapshot();
    expect(pendingFiles.proof).toMatchObject([{ name: 'a.pdf', loaded: 3, stage: 'sending' }]);
    store.change('name', 'Ada');
    expect(store.getSnapshot().pendingFiles, 'and is not drawn again without need').toBe(pendingFiles);
    uploads[0]?.end();
    await settle();
    expect(store.getSnapshot().pendingFiles).toEqual({});
    expect(store.getSnapshot().data.proof).toMatchObject([{ id: 'file-1', name: 'a.pdf' }]);
  });

  it('that failed says why and can be tried again', async () => {
    const { store, uploads } = await openStore();
    store.upload('proof', [pdf('a.pdf')]);
    uploads[0]?.end({ code: 'network' });
    await settle();
    const [failed] = store.getSnapshot().pendingFiles.proof ?? [];
    expect(failed).toMatchObject({ stage: 'failed', problem: { code: 'network' } });
    store.retryUpload(failed?.id ?? '');
    uploads[1]?.end();
    await settle();
    expect(store.getSnapshot().data.proof).toHaveLength(1);
  });

  it('that is removed is stopped and leaves nothing behind', async () => {
    const { store, uploads } = await openStore();
    store.upload('proof', [pdf('a.pdf')]);
    store.removeFile('proof', store.getSnapshot().pendingFiles.proof?.[0]?.id ?? '');
    expect(uploads[0]?.stopped).toBe(true);
    expect(store.getSnapshot().pendingFiles).toEqual({});
    expect(store.getSnapshot().data.proof).toBeUndefined();
  });

  it('of a second file keeps the first; a file can be removed', async () => {
    const { store, uploads } = await openStore();
    store.upload('proof', [pdf('a.pdf'), pdf('b.pdf')]);
    for (const upload of uploads) upload.end();
    await settle();
    expect(store.getSnapshot().data.proof).toHaveLength(2);
    const [first] = store.getSnapshot().data.proof as { id: string; name: string }[];
    store.removeFile('proof', first?.id ?? '');
    expect(store.getSnapshot().data.proof).toHaveLength(1);
  });
});
