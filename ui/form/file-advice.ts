import { typesIn } from '#forms/files.ts';
import type { Problem } from '#machines/kit/problem.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';

/** Names what a person can do about a refused file: a key of `file.advice` in the texts of the form. */
export type Advice =
  | 'chooseAgain'
  | 'fewer'
  | 'asPdf'
  | 'renamed'
  | 'heic'
  | 'screenshot'
  | 'scan'
  | 'smallerPicture'
  | 'smallerPdf';

const JPEG = 'image/jpeg';
const PDF = 'application/pdf';
/** Documents of office programs and plain texts, which every device can save or print as PDF. */
const OFFICE = /\.(?:docx?|odt|rtf|pages|txt|xlsx?|ods|numbers|pptx?|odp|key|html?|eml)$/i;
const HEIC_NAME = /\.hei[cf]$/i;
const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|svg)$/i;

/**
 * Chooses the advice on a refused file; null where the reason says already what to do.
 * @param file its type as far as the browser knows it; '' leaves the decision to its name
 */
export function adviceOn(
  { name, type }: Pick<PendingFile, 'name' | 'type'>,
  { code, limit }: Problem,
): Advice | null {
  const isHeic = /^image\/hei[cf]/.test(type) || HEIC_NAME.test(name);
  const isPicture = isHeic || type.startsWith('image/') || PICTURE_NAME.test(name);
  switch (code) {
    case 'file-empty':
      return 'chooseAgain';
    case 'file-limit-reached':
      return 'fewer';
    case 'file-too-large':
      return isPicture ? 'smallerPicture' : 'smallerPdf';
    case 'file-type-refused': {
      const kinds = typesIn(String(limit ?? ''));
      if (isPicture) {
        if (!kinds.includes(JPEG)) return kinds.includes(PDF) ? 'scan' : null;
        return isHeic ? 'heic' : 'screenshot';
      }
      if (!kinds.includes(PDF)) return null;
      // The browser goes by the name; the server has read the bytes.
      if (type === PDF) return 'renamed';
      return OFFICE.test(name) ? 'asPdf' : null;
    }
    default:
      return null;
  }
}
