import { acceptsType, type ChosenFile, type FileRules } from './files.ts';

/** Media type that pictures are turned into. */
export const JPEG = 'image/jpeg';
/** Bytes of a file: no camera makes more, and a browser might not survive reading it. */
const MAX_PREPARED_BYTES = 100 * 1024 * 1024;

const HEIC = /^image\/hei[cf]/;
const HEIC_NAME = /\.hei[cf]$/i;

type Named = Pick<ChosenFile, 'name' | 'type'>;

/** Tells whether the file calls itself a photo of the kind HEIC or HEIF. Its bytes may say otherwise. */
export const isNamedHeic = ({ name, type }: Named): boolean => HEIC.test(type) || HEIC_NAME.test(name);

/**
 * Tells whether the browser looks at the file before it is sent: a picture that the field takes, or that it would take
 * as a smaller one or as JPEG.
 */
export function isPreparable(field: FileRules, file: ChosenFile): boolean {
  const isPicture = (file.type.startsWith('image/') && file.type !== 'image/svg+xml') || isNamedHeic(file);
  const isTaken = acceptsType(field, file) || acceptsType(field, { type: JPEG });
  return isPicture && isTaken && file.size > 0 && file.size <= MAX_PREPARED_BYTES;
}

/** Types that the dialog for files offers: where a field takes JPEG, also those of phones, which become JPEG. */
export const offeredTypes = (pattern: string): string =>
  acceptsType({ filePattern: pattern }, { type: JPEG })
    ? `${pattern},image/heic,image/heif,.heic,.heif`
    : pattern;
