import type { Json } from '../../form/convert/conversion.ts';
import { type Asked, common } from './asked.ts';
import { countRule } from './count.ts';
import { texts } from './texts.ts';
import type { Count, Writing } from './writing.ts';

/** Kinds and size that are taken where the schema names none. */
const KINDS = ['application/pdf', 'image/jpeg', 'image/png'];
const LARGEST = '10MB';
const MEGABYTE = 1024 * 1024;

const FILES = {
  reduce: [{ var: 'value' }, { '+': [{ var: 'accumulator' }, 1] }, 0],
};

/** A component that takes the files of a field, all of them in one. */
export function fileField(asked: Asked, count: Count, writing: Writing): Json {
  const { field, path, scope } = asked;
  const { head, tail } = common('file', asked, writing);
  const kinds = field.mediaTypes.length > 0 ? field.mediaTypes.map((kind) => kind.toLowerCase()) : KINDS;
  const isMultiple = count.max === null || count.max > 1;
  const words = { fewest: texts.fewestFiles, most: texts.mostFiles };
  const json = {
    ...head,
    multiple: isMultiple,
    filePattern: kinds.join(','),
    fileMaxSize: sizeOf(field.maxBytes),
    ...tail({
      validate: isMultiple ? countRule(FILES, count, Number.POSITIVE_INFINITY, words, writing) : {},
    }),
  };
  return writing.placed(path, json, scope);
}

function sizeOf(bytes: number | null): string {
  if (bytes === null) return LARGEST;
  return bytes % MEGABYTE === 0 ? `${bytes / MEGABYTE}MB` : String(bytes);
}
