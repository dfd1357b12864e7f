import { expect, it } from 'vitest';
import { adviceOn } from './file-advice.ts';

const ALL = 'application/pdf,image/jpeg,image/png';
const refused = (limit: string) => ({ code: 'file-type-refused', limit }) as const;
const large = { code: 'file-too-large', limit: 10 } as const;

it.each([
  ['IMG_1.HEIC', '', refused(ALL), 'heic'],
  ['IMG_1.jpg', 'image/heic', refused(ALL), 'heic'],
  ['IMG_1.heif', 'image/heif', refused('application/pdf'), 'scan'],
  ['photo.webp', 'image/webp', refused(ALL), 'screenshot'],
  ['photo.jpg', 'image/jpeg', refused('application/pdf'), 'scan'],
  ['photo.jpg', 'image/jpeg', refused('text/plain'), null],
  ['letter.docx', '', refused(ALL), 'asPdf'],
  ['letter.pdf', 'application/pdf', refused(ALL), 'renamed'],
  ['photo.jpg', 'image/jpeg', refused(ALL), 'screenshot'],
  ['letter.docx', '', refused('image/jpeg'), null],
  ['film.mp4', 'video/mp4', refused(ALL), null],
  ['photo.jpg', 'image/jpeg', large, 'smallerPicture'],
  ['IMG_1.HEIC', '', large, 'smallerPicture'],
  ['scan.pdf', 'application/pdf', large, 'smallerPdf'],
  ['a.pdf', 'application/pdf', { code: 'file-empty' }, 'chooseAgain'],
  ['a.pdf', 'application/pdf', { code: 'file-limit-reached' }, 'fewer'],
  ['a.pdf', 'application/pdf', { code: 'file-protected' }, null],
] as const)('%s of type “%s” that is not taken (%o): %s', (name, type, problem, advice) => {
  expect(adviceOn({ name, type }, problem)).toBe(advice);
});
