import { byteSize } from '#forms/byte-size.ts';
import { acceptsType } from '#forms/files.ts';
import { JPEG } from '#forms/pictures.ts';
import type { ChosenFile, Preparation, Prepared } from '#machines/upload/upload.types.ts';
import type { PictureOrder, PictureResult } from './work.ts';

/** Pictures are prepared one after the other: two at once would need twice the memory. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Looks at a picture, and makes a JPEG of it if the field takes neither its kind nor its size. A picture that the
 * browser cannot read stays as it is; the type is then what its bytes say.
 * @param work does an order; in the portal a worker that ends with it
 * @throws the reason of the signal, when the picture was removed
 */
export function preparePicture(
  { file, rules }: Preparation,
  signal: AbortSignal,
  work: typeof inWorker = inWorker,
): Promise<Prepared> {
  const prepared = turn.then(async (): Promise<Prepared> => {
    signal.throwIfAborted();
    const content = file.content as File;
    const isHeic = await beginsLikeHeic(content);
    const read: ChosenFile = isHeic ? { ...file, type: 'image/heic' } : file;
    const limit = byteSize(rules.fileMaxSize);
    const isRefused = !acceptsType(rules, read) && acceptsType(rules, { type: JPEG });
    const isUpright = rules.properties?.picture === 'portrait';
    const order = { blob: content, isHeic, isRefused, isUpright, limit };
    const result = await work(order, signal).catch(() => null);
    signal.throwIfAborted();
    if (result === null) return { file: read, picture: null };
    const { preview, doubt, jpeg } = result;
    if (jpeg === null || !acceptsType(rules, { type: JPEG })) {
      return { file: read, picture: { preview, doubt, sizeBefore: null } };
    }
    const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
    return {
      file: { name, size: jpeg.size, type: JPEG, content: new File([jpeg], name, { type: JPEG }) },
      picture: { preview, doubt, sizeBefore: file.size },
    };
  });
  turn = prepared.catch(() => undefined);
  return prepared;
}

/** Brands of ISO/IEC 23008-12 with which photos of telephones begin. */
const HEIC_BRANDS = /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

/** Tells whether the bytes begin like a photo of the kind HEIC, whatever the file is called. */
async function beginsLikeHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return HEIC_BRANDS.test(String.fromCharCode(...head));
}

type Answer = { result: PictureResult } | { error: string };

/** Has a worker do the order; it ends with it, so that all its memory is free again, or when the signal says so. */
function inWorker(order: PictureOrder, signal: AbortSignal): Promise<PictureResult> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<PictureResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
      'result' in data ? resolve(data.result) : reject(new Error(data.error));
    worker.onerror = () => reject(new Error('the worker did not start'));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
