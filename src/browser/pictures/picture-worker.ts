import { MAX_PIXELS } from '#domain/picture-size.ts';
import { JPEG } from '#forms/pictures.ts';
import { doubtAbout, type Greys, JUDGED_SIDE } from './doubts.ts';
import type { PictureOrder, PictureResult } from './work.ts';

/**
 * Longest side in points and quality of a picture that is made smaller: the first that is small enough is taken. The
 * last shows a sheet of A4 with 170 points an inch; anything below would cost small print.
 */
const attempts = [
  [4000, 0.85],
  [3000, 0.85],
  [2500, 0.8],
  [2000, 0.8],
] as const;

/** Longest side of the small picture beside the name of the file, in points: twice what is shown. */
const PREVIEW_SIDE = 160;

self.onmessage = async ({ data }: MessageEvent<PictureOrder>) => {
  try {
    self.postMessage({ result: await prepared(data) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};

async function prepared({ blob, isHeic, isRefused, isUpright, limit }: PictureOrder): Promise<PictureResult> {
  const bitmap = await decoded(blob, isHeic);
  try {
    const isTooLarge = blob.size > limit || bitmap.width * bitmap.height > MAX_PIXELS;
    return {
      doubt: doubtAbout(greysOf(bitmap), isUpright),
      preview: await previewOf(bitmap),
      jpeg: isRefused || isTooLarge ? await smaller(bitmap, limit) : null,
    };
  } finally {
    bitmap.close();
  }
}

/** Reads a picture the right way up. A browser that cannot read HEIC itself gets a decoder. */
async function decoded(blob: Blob, isHeic: boolean): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch (error) {
    if (!isHeic) throw error;
    const { decodeHeic } = await import('./heic.ts');
    return createImageBitmap(await decodeHeic(blob));
  }
}

async function smaller(bitmap: ImageBitmap, limit: number): Promise<Blob | null> {
  for (const [side, quality] of attempts) {
    const jpeg = await drawn(bitmap, side).convertToBlob({ type: JPEG, quality });
    if (jpeg.size <= limit) return jpeg;
  }
  return null;
}

async function previewOf(bitmap: ImageBitmap): Promise<string> {
  const blob = await drawn(bitmap, PREVIEW_SIDE).convertToBlob({ type: JPEG, quality: 0.7 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return `data:${JPEG};base64,${btoa(String.fromCharCode(...bytes))}`;
}

function greysOf(bitmap: ImageBitmap): Greys {
  const canvas = drawn(bitmap, JUDGED_SIDE);
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
  const brightness = new Uint8ClampedArray(width * height);
  for (let at = 0; at < brightness.length; at += 1) {
    brightness[at] = 0.299 * data[4 * at]! + 0.587 * data[4 * at + 1]! + 0.114 * data[4 * at + 2]!;
  }
  return { width, height, brightness };
}

/** Draws the picture on white paper, with this longest side at most. */
function drawn(bitmap: ImageBitmap, side: number): OffscreenCanvas {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
