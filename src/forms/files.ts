import { type Locale, languageTag } from '#domain/locale.ts';
import { byteSize } from './byte-size.ts';
import type { ComponentOf, FileValue } from './types.ts';

/** Most files, and most bytes, in all file fields of one application together. */
export const MAX_FILES = 40;
export const MAX_TOTAL_BYTES = 60 * 1024 * 1024;

/** The media types that a field accepts. */
export const typesIn = (pattern: string): string[] =>
  pattern
    .split(/[,;]/)
    .map((type) => type.trim())
    .filter((type) => type !== '');

/** True if the field accepts the file's media type. */
export const acceptsType = (
  field: Pick<ComponentOf<'file'>, 'filePattern'>,
  file: Pick<FileValue, 'type'>,
): boolean => typesIn(field.filePattern).includes(file.type);

/** A file before it is sent, as far as the browser knows it. `type` is a guess, '' if the browser has none. */
export type ChosenFile = Pick<FileValue, 'name' | 'size' | 'type'>;

/** Limits of the files of one field, and what its pictures should be like (`properties.picture`). */
export type FileRules = Pick<ComponentOf<'file'>, 'filePattern' | 'fileMaxSize' | 'properties'>;

/** The reason why a file is refused, as the server would report it (src/contract/problem.ts). */
export type FileObjection = {
  code: 'file-empty' | 'file-too-large' | 'file-type-refused' | 'file-limit-reached';
  /** Bytes, or the accepted media types. */
  limit?: number | string;
};

/**
 * Objection to a file before a byte of it is sent. A type that the browser does not know is left to the server, which
 * reads the bytes.
 * @param others the files that the application already has or is receiving
 */
export function objectionTo(
  field: FileRules,
  file: ChosenFile,
  others: readonly Pick<FileValue, 'size'>[],
): FileObjection | null {
  if (file.size === 0) return { code: 'file-empty' };
  if (file.type !== '' && !acceptsType(field, file)) {
    return { code: 'file-type-refused', limit: field.filePattern };
  }
  const limit = byteSize(field.fileMaxSize);
  if (file.size > limit) return { code: 'file-too-large', limit };
  const total = others.reduce((sum, { size }) => sum + size, file.size);
  return others.length >= MAX_FILES || total > MAX_TOTAL_BYTES ? { code: 'file-limit-reached' } : null;
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  jpeg: 'JPG',
  'svg+xml': 'SVG',
  plain: 'TXT',
  msword: 'DOC',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'vnd.ms-excel': 'XLS',
  'vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'vnd.oasis.opendocument.text': 'ODT',
  'vnd.oasis.opendocument.spreadsheet': 'ODS',
};
/** File types as people call them: PDF, JPG and PNG for `application/pdf,image/jpeg,image/png`. */
export function kindNames(pattern: string): string[] {
  const names = typesIn(pattern).map((type) => {
    const short = type.replace(/^.*\//, '').replace(/^\*?\./, '');
    return SHORT_NAMES[short] ?? short.toUpperCase();
  });
  return [...new Set(names)];
}

/** The accepted kinds of files as part of a sentence: "PDF, JPG oder PNG". */
export const kindsInWords = (pattern: string, language: Locale): string =>
  new Intl.ListFormat(languageTag[language], { type: 'disjunction' }).format(kindNames(pattern));
