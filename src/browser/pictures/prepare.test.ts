import { expect, it, vi } from 'vitest';
import type { ChosenFile } from '#machines/upload/upload.types.ts';
import { preparePicture } from './prepare.ts';
import type { PictureOrder, PictureResult } from './work.ts';

const rules = { filePattern: 'application/pdf,image/jpeg', fileMaxSize: '2MB' };
const never = new AbortController().signal;

function file(name: string, type: string, head = 'none'): ChosenFile {
  const content = new File([`\0\0\0\x1c${head}`], name, { type });
  return { name, size: 3_000_000, type, content };
}
const seen = { preview: 'data:', doubt: null };
const jpeg = new Blob(['small'], { type: 'image/jpeg' });
const working = (jpeg: Blob | null) =>
  vi.fn(async (_order: PictureOrder, _signal: AbortSignal): Promise<PictureResult> => ({ ...seen, jpeg }));
const failing = async () => {
  throw new Error('not decoded');
};

it('a picture that can stay is sent as it is', async () => {
  const photo = file('a.jpg', 'image/jpeg');
  const work = working(null);
  expect(await preparePicture({ file: photo, rules }, never, work)).toEqual({
    file: photo,
    picture: { ...seen, sizeBefore: null },
  });
  expect(work.mock.calls).toEqual([
    [
      { blob: photo.content, isHeic: false, isRefused: false, isUpright: false, limit: 2 * 1024 * 1024 },
      never,
    ],
  ]);
});

it('a field can ask for an upright picture', async () => {
  const work = working(null);
  const upright = { ...rules, properties: { picture: 'portrait' as const } };
  await preparePicture({ file: file('a.jpg', 'image/jpeg'), rules: upright }, never, work);
  expect(work.mock.calls[0]?.[0]).toMatchObject({ isUpright: true });
});

it.each([
  ['IMG_1.HEIC', 'image/heic', 'ftypheic', true],
  ['IMG_1.jpeg', 'image/jpeg', 'ftypmif1', true],
  ['IMG_1', '', 'ftypheix', true],
  ['IMG_1.webp', 'image/webp', 'WEBP', false],
  ['IMG_1.PNG', 'image/png', 'none', false],
])('%s becomes a JPEG and keeps the rest of its name', async (name, type, head, isHeic) => {
  const work = working(jpeg);
  const { file: made, picture } = await preparePicture({ file: file(name, type, head), rules }, never, work);
  expect(work.mock.calls[0]?.[0]).toMatchObject({ isHeic, isRefused: true });
  expect(made).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', size: 5 });
  expect(made.content).toBeInstanceOf(File);
  expect(picture).toEqual({ ...seen, sizeBefore: 3_000_000 });
});

it('a picture that cannot be read stays as it is, with the kind that its bytes tell', async () => {
  const photo = file('a.jpg', 'image/jpeg', 'ftypheic');
  expect(await preparePicture({ file: photo, rules }, never, failing)).toEqual({
    file: { ...photo, type: 'image/heic' },
    picture: null,
  });
});

it('a field that takes no JPEG is sent none', async () => {
  const photo = file('a.png', 'image/png');
  const work = working(jpeg);
  const onlyPng = { ...rules, filePattern: 'image/png' };
  expect((await preparePicture({ file: photo, rules: onlyPng }, never, work)).file).toBe(photo);
});

it('pictures are read one after the other, and one that was removed is not read', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = ({ blob }: PictureOrder) => {
    begun.push((blob as File).name);
    return new Promise<PictureResult>((resolve) => {
      ends.push(() => resolve({ ...seen, jpeg: null }));
    });
  };
  const removed = new AbortController();
  const prepare = (name: string, signal = never) =>
    preparePicture({ file: file(name, 'image/jpeg'), rules }, signal, work);
  const first = prepare('first.jpg');
  const second = prepare('second.jpg', removed.signal);
  const third = prepare('third.jpg');
  await vi.waitFor(() => expect(begun).toEqual(['first.jpg']));
  removed.abort();
  ends[0]?.();
  await first;
  await expect(second).rejects.toThrow('abort');
  await vi.waitFor(() => expect(begun).toEqual(['first.jpg', 'third.jpg']));
  ends[1]?.();
  expect((await third).file.name).toBe('third.jpg');
});
