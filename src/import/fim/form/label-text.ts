import type { Json } from '../../form/convert/conversion.ts';
import { escaped } from '../../xml/element.ts';
import type { FimField, FimPath } from '../model.ts';
import { type Scope, type Writing, whatOf } from './writing.ts';

/** A text as HTML: an empty line ends a paragraph. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part.replace(/\n/g, ' ').trim())}</p>`)
    .join('');

/** The text of a label. It is nobody's answer, so no data comes from it, and it names no element. */
export function labelText(field: FimField, path: FimPath, scope: Scope, writing: Writing): Json {
  const json = {
    type: 'content',
    key: writing.keys.keyFor(whatOf(path, scope), field.label, scope.around),
    label: field.label,
    html: paragraphs(field.content || field.label),
  };
  return writing.placed(path, json, scope);
}

/** The help of a group at its beginning; nothing without one. */
export const helpText = (
  help: string,
  label: string,
  path: FimPath,
  scope: Scope,
  writing: Writing,
): Json[] =>
  help === ''
    ? []
    : [
        {
          type: 'content',
          key: writing.keys.keyFor(`${whatOf(path, scope)}:help`, `Hilfe ${label}`),
          label: `Hilfe zu „${label}“`,
          html: paragraphs(help),
        },
      ];
