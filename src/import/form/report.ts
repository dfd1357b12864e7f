import { fieldIndex } from '#forms/components.ts';
import type { ContentFault } from '#server/content/types.ts';
import type { ImportedForm } from './import-form.ts';

const MAX_PLACES = 3;

/** What came of an export that can be used: size, what was changed or left out, texts without translation. */
export function formReport({ form, notes, missing }: ImportedForm): string[] {
  return [
    `The form "${form.title}" can be used: ${form.components.length} pages, ${fieldIndex(form).size} fields.`,
    ...notesReport(notes),
    ...(missing.length === 0
      ? []
      : [`${missing.length} texts have no English translation:`, ...missing.map((text) => `  ${text}`)]),
  ];
}

/** Why an export cannot be used. */
export const refusalReport = (faults: ContentFault[], notes: ContentFault[]): string[] => [
  'The form cannot be used:',
  ...faults.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`),
  ...notesReport(notes),
];

/** The same change in many places is one line with the first of them. */
function notesReport(notes: ContentFault[]): string[] {
  if (notes.length === 0) return [];
  const byChange = Map.groupBy(notes, ({ reason }) => {
    const [, place = '', note = reason] = /^(\S+): (.*)$/s.exec(reason) ?? [];
    const setting = /\.(\w+)$/.exec(place)?.[1];
    return setting && !/\d$/.test(place) ? `${setting}: ${note}` : note;
  });
  const lines = [...byChange].map(([change, places]) => {
    const first = places.slice(0, MAX_PLACES).map(({ line }) => line);
    const more = places.length > first.length ? ` and ${places.length - first.length} more` : '';
    return `  ${change} (line ${first.join(', ')}${more})`;
  });
  return ['Changed or left out:', ...lines.sort()];
}
