import { fieldIndex } from '#forms/components.ts';
import { BUILDERS } from '#forms/schema/prune.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { ContentFault } from '#server/content/types.ts';
import { SERVERS } from './convert/form.ts';
import { type ImportedForm, STRANGERS } from './import-form.ts';

const MAX_PLACES = 3;

/** Report on an export that can be used: size, changes and omissions, texts without translation. */
export function formReport({ form, notes, missing, additions }: ImportedForm): string[] {
  return [
    `The form "${form.title}" can be used: ${form.components.length} pages, ${fieldIndex(form).size} fields.`,
    ...notesReport(notes),
    ...additionsReport(additions),
    ...(missing.length === 0
      ? []
      : [`Texts without an English translation (${missing.length}):`, ...missing.map((text) => `  ${text}`)]),
    ...suggestions(form),
  ];
}

/** Report on the additions of editors to the form that is replaced. */
function additionsReport({ kept, replaced, gone }: ImportedForm['additions']): string[] {
  const told = (what: string, names: string[]) =>
    names.length > 0 ? [`  ${what}: ${names.join(', ')}`] : [];
  const lines = [
    ...told('messages, properties and names of entries have been kept', kept),
    ...told('now as in the export, and different until now', replaced),
    ...told('no longer there', gone),
  ];
  return lines.length > 0 ? ['Compared with the form before:', ...lines] : [];
}

/** Suggestions for settings that only an editor knows, and that people would miss. */
function suggestions(form: FormDefinition): string[] {
  const isNamed = [...fieldIndex(form).values()].some(
    ({ properties }) => properties?.prefill === 'familyName',
  );
  return isNamed ? [] : [NAMELESS];
}

const NAMELESS =
  'No field says whose name it is ("properties": { "prefill": "familyName" }, and "givenName"): the documents will not name the applicant (docs/forms.md, "Values of an account").';

/** Report on an export that cannot be used. */
export const refusalReport = (faults: ContentFault[], notes: ContentFault[]): string[] => [
  'The form cannot be used:',
  ...faults.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`),
  ...notesReport(notes),
];

/** Notes that only say that a setting was passed over: one line with all names is enough. */
const PASSED_OVER = [BUILDERS, SERVERS, STRANGERS];

/** Prints the same change in many places as one line with the first of them. Settings without a meaning come last. */
function notesReport(all: ContentFault[]): string[] {
  if (all.length === 0) return [];
  const passedOver = PASSED_OVER.flatMap((note) => {
    const names = all.filter(({ reason }) => reason.endsWith(`: ${note}`)).map(settingOf);
    return names.length > 0 ? [`  ${note}: ${[...new Set(names)].sort().join(', ')}`] : [];
  });
  const notes = all.filter(({ reason }) => !PASSED_OVER.some((note) => reason.endsWith(`: ${note}`)));
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
  return ['Changed or left out:', ...lines.sort(), ...passedOver];
}

/** `components[0].validate.customPrivate` ends with the name of the setting. */
const settingOf = ({ reason }: ContentFault): string => /^\S*?(\w+): /.exec(reason)?.[1] ?? '';
