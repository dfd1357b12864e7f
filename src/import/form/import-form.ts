import { collectTexts } from '#forms/localise.ts';
import { parseForm } from '#forms/schema/schema.ts';
import type { FormNote, JsonPath } from '#forms/schema/types.ts';
import type { FormDefinition } from '#forms/types.ts';
import { faultAt, readJson } from '#server/content/load/json-file.ts';
import type { ContentFault } from '#server/content/types.ts';
import { englishOf } from './convert/built-in-texts.ts';
import { isJson, type Json, type OwnText } from './convert/conversion.ts';
import { convertForm } from './convert/form.ts';
import { type Additions, keepAdditions } from './keep-additions.ts';
import { placeInForm } from './places-in-form.ts';

/** A change or omission, with its line and place in the file; `where` is the place as the builder shows it. */
export type ImportNote = ContentFault & FormNote & { where: string };

/** A form that can be used; `english` has the known translations, `missing` the texts that still need one. */
export type ImportedForm = {
  form: FormDefinition;
  english: Record<string, string>;
  missing: string[];
  /** Given translations whose text is not in the form. */
  unused: [string, string][];
  notes: ImportNote[];
  /** Additions of editors to the form before: kept, replaced or gone. */
  additions: Omit<Additions, 'form'>;
};

/**
 * Reads an export of the Form.io builder, converts parts that the portal writes differently, and checks the result.
 * Faults name line and place in the export.
 * @param options name: the form's name here; title: that of its service; english: translations that exist already;
 * before: the form that it replaces
 */
export function importForm(
  file: string,
  source: string,
  options: {
    name?: string;
    title?: OwnText;
    english?: Record<string, string>;
    before?: FormDefinition | null;
  } = {},
): ImportedForm | { faults: ContentFault[]; notes: ImportNote[] } {
  const read = readJson(file, source);
  if ('faults' in read) return { faults: read.faults, notes: [] };
  const found = exportedForm(read.json.value);
  if (typeof found === 'string') return { faults: [{ file, line: 1, reason: found }], notes: [] };
  const { exported, at } = found;
  const { form, conversion } = convertForm(exported, options);
  const { parsed, strangers } = parsedWithoutStrangers(form);
  const inExport = (path: JsonPath) => conversion.originOf(form, path);
  const fault = (path: JsonPath, reason: string) => faultAt(read.json, [...at, ...path], reason);
  const ofParsing = 'notes' in parsed ? parsed.notes : [];
  const noted = [
    ...conversion.notes,
    ...[...strangers.map((path) => ({ path, note: STRANGERS })), ...ofParsing].map(({ path, note }) => ({
      path: inExport(path),
      note,
    })),
  ];
  const notes = noted.map(({ path, note }) => ({
    ...fault(path, note),
    path: [...at, ...path],
    note,
    where: placeInForm(exported, path),
  }));
  const refused = (path: JsonPath, reason: string) => {
    const where = placeInForm(exported, path);
    return fault(path, where === '' ? reason : `${reason} – ${where}`);
  };
  const ofConversion = conversion.problems.map(({ path, reason }) => refused(path, reason));
  if ('problems' in parsed || ofConversion.length > 0) {
    const problems = 'problems' in parsed ? parsed.problems : [];
    const ofCheck = problems.map(({ path, reason }) => refused(inExport(path), reason));
    return { faults: [...ofConversion, ...ofCheck], notes };
  }
  const known = { ...englishOf, ...conversion.english, ...exportedEnglish(exported), ...options.english };
  const { form: whole, ...additions } = keepAdditions(parsed.form, options.before ?? null);
  const english = englishTexts(whole, known);
  const texts = new Set(collectTexts(whole));
  const missing = [...texts].filter((text) => !Object.hasOwn(english, text));
  const unused = Object.entries(options.english ?? {}).filter(([text]) => !texts.has(text));
  return { form: whole, english, missing, unused, notes, additions };
}

/** The note for a property of another product that is passed over. */
export const STRANGERS = 'unknown to Form.io and to the portal';

/** Parses the form without the properties of other products, which stay behind; `strangers` are their places. */
function parsedWithoutStrangers(form: Json): { parsed: ReturnType<typeof parseForm>; strangers: JsonPath[] } {
  const first = parseForm(form);
  const unknown = 'problems' in first ? first.problems.filter(({ isStranger }) => isStranger) : [];
  const strangers = unknown.map(({ path }) => path);
  for (const path of strangers) removeAt(form, path);
  return { parsed: strangers.length > 0 ? parseForm(form) : first, strangers };
}

function removeAt(form: Json, path: JsonPath): void {
  const owner = path.slice(0, -1).reduce<unknown>((value, step) => (value as Json)[step], form) as Json;
  delete owner[String(path.at(-1))];
}

type Exported = { exported: Json; at: JsonPath };

/**
 * The form in a file: itself, a list of components, inside an answer of Form.io's server, or the one form of a project.
 * Otherwise the reason why there is none.
 */
function exportedForm(value: unknown): Exported | string {
  if (Array.isArray(value)) return { exported: { components: value }, at: [] };
  if (!isJson(value)) return NO_FORM;
  if (isForm(value)) return { exported: value, at: [] };
  const inner = ['form', 'schema'].find((name) => isForm(value[name]));
  if (inner) return { exported: value[inner] as Json, at: [inner] };
  const forms = Object.entries(value.forms ?? {}).filter(([, form]) => isForm(form));
  const [first, ...more] = forms;
  if (!first) return NO_FORM;
  if (more.length > 0)
    return `this is a project of ${forms.length} forms (${forms.map(([name]) => name).join(', ')}): export them one by one`;
  const [name, form] = first;
  return { exported: form as Json, at: ['forms', Array.isArray(value.forms) ? Number(name) : name] };
}

const NO_FORM = 'this is no form: there are no "components"';
const isForm = (value: unknown): boolean => isJson(value) && Array.isArray(value.components);

/** Translations in the export. */
const exportedEnglish = ({ i18n }: Json): Json => (isJson(i18n) && isJson(i18n.en) ? i18n.en : {});

/** The translations that are known of the form's texts. */
function englishTexts(form: FormDefinition, known: Json): Record<string, string> {
  return Object.fromEntries(
    collectTexts(form).flatMap((text) => {
      const english = known[text];
      return typeof english === 'string' && english.trim() !== '' ? [[text, english]] : [];
    }),
  );
}
