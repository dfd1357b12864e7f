import { fieldIndex } from '#forms/components.ts';
import { BUILDERS } from '#forms/schema/prune.ts';
import type { JsonPath } from '#forms/schema/types.ts';
import type { FormDefinition } from '#forms/types.ts';
import { faultLines } from '#server/content/fault-lines.ts';
import { editDistance } from '#server/content/places/edit-distance.ts';
import type { ContentFault } from '#server/content/types.ts';
import { SERVERS } from './convert/form.ts';
import { type ImportedForm, type ImportNote, STRANGERS } from './import-form.ts';

/**
 * Report on an export that can be used: size, changes and omissions, texts without translation, translations without
 * text.
 */
export function formReport({ form, notes, missing, unused, additions }: ImportedForm): string[] {
  return [
    `The form "${form.title}" can be used: ${form.components.length} pages, ${fieldIndex(form).size} fields.`,
    ...notesReport(notes),
    ...additionsReport(additions),
    ...(missing.length === 0
      ? []
      : [`Texts without an English translation (${missing.length}):`, ...missing.map((text) => `  ${text}`)]),
    ...changedReport(missing, unused),
    ...(unused.length === 0
      ? []
      : [
          `Translations whose text the form no longer has (${unused.length}), and which are left out:`,
          ...unused.map(([text, english]) => `  ${text}: ${english}`),
        ]),
    ...suggestions(form),
  ];
}

/** Most letters that a text and the one that it was may differ by, as a part of its length. */
const LITTLE = 0.2;

/** Report on texts that have changed a little, so that they have lost their translation. */
function changedReport(missing: readonly string[], unused: ImportedForm['unused']): string[] {
  const changed = missing.flatMap((text) => {
    const most = Math.floor(text.length * LITTLE);
    const [before] = unused
      .map(([old, english]) => ({ old, english, differs: editDistance(text, old, most) }))
      .filter(({ differs }) => differs <= most)
      .sort((one, other) => one.differs - other.differs);
    return before ? [`  ${text}`, `    was: ${before.old}`, `    in English: ${before.english}`] : [];
  });
  return changed.length === 0
    ? []
    : [
        'Texts that have changed a little and have lost their translation; if it still fits, write it behind the new one:',
        ...changed,
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
export const refusalReport = (faults: ContentFault[], notes: ImportNote[]): string[] => [
  'The form cannot be used:',
  ...faultLines(faults),
  ...notesReport(notes),
];

/** Notes that only say that a setting was passed over: one line with all names is enough. */
const PASSED_OVER = [BUILDERS, SERVERS, STRANGERS];

/**
 * Prints the same change in many places once, and all of its places below. Settings without a meaning come last; of
 * those that only another product knows the first place is named.
 */
function notesReport(all: ImportNote[]): string[] {
  if (all.length === 0) return [];
  const passedOver = PASSED_OVER.flatMap((passed) => {
    const byName = Map.groupBy(
      all.filter(({ note }) => note === passed),
      ({ path }) => String(path.at(-1)),
    );
    const names = [...byName].map(([name, [first]]) =>
      passed === STRANGERS && first?.where ? `${name} (first at ${first.where})` : name,
    );
    return names.length > 0 ? [`  ${passed}: ${names.sort().join(', ')}`] : [];
  });
  const notes = all.filter(({ note }) => !PASSED_OVER.includes(note));
  const byChange = Map.groupBy(notes, ({ path, note }) =>
    isOfSetting(path) ? `${path.at(-1)}: ${note}` : note,
  );
  const changes = [...byChange].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    'Changed or left out:',
    ...changes.flatMap(([change, places]) => changeLines(change, places)),
    ...passedOver,
  ];
}

function changeLines(change: string, places: ImportNote[]): string[] {
  const [first, ...more] = [...new Set(places.map(placeOf))];
  if (more.length === 0) return [`  ${change} (${first})`];
  return [`  ${change}:`, ...[first, ...more].map((place) => `    ${place}`)];
}

const placeOf = ({ line, where }: ImportNote): string =>
  where === '' ? `line ${line}` : `line ${line}: ${where}`;

/** Whether a path leads to a setting inside the form: `components[0].validate.customPrivate`. */
const isOfSetting = (path: JsonPath): boolean => path.length > 1 && /\D$/.test(String(path.at(-1)));
