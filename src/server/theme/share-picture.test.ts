import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sharePictureFault } from './share-picture.ts';

const themes = path.resolve(import.meta.dirname, '../../../content/themes');
const good = readFileSync(path.join(themes, 'sp/share.png'));
const sized = (width: number, height: number) => {
  const png = Buffer.from(good);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

it.each(['sp', 'kreis-ostholstein'])('the picture of %s for shared links is good, and small', (id) => {
  const picture = readFileSync(path.join(themes, id, 'share.png'));
  expect(sharePictureFault(picture)).toBeNull();
  expect(picture.length).toBeLessThanOrEqual(30 * 1024);
});

it.each([
  ['another size', sized(1200, 600), '1200 × 600 pixels, 1200 × 630 are needed'],
  ['another format', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a PNG'],
  ['nothing', new Uint8Array(), 'not a PNG'],
  ['too many bytes', Buffer.concat([good, Buffer.alloc(300 * 1024)]), 'larger than 300 KB'],
])('a picture of %s is refused', (_, bytes, fault) => {
  expect(sharePictureFault(bytes)).toBe(fault);
});
