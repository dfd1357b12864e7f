import { readFileSync } from 'node:fs';
import { collectTexts } from '#forms/localise.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { Json } from '../form/convert/conversion.ts';
import { ImportRefused } from '../refused.ts';
import { knownEnglish } from './english.ts';
import { isStillSo, longPages } from './form/final-findings.ts';
import type { Finding } from './form/findings.ts';
import { Keys } from './form/keys.ts';
import { everyComponent, keysOfForm, knownKeys } from './form/known-keys.ts';
import { checkedForm, writeFormOf } from './form/write-form.ts';
import { type ChangedText, harmonisedEnglish } from './harmonised.ts';
import { type ListOptions, listOptions } from './lists.ts';
import { type Merge, mergeForms } from './merge/merge-forms.ts';
import { renamed } from './merge/renamed.ts';
import type { FimField } from './model.ts';
import { readCodeList } from './read/read-list.ts';
import { type ReadSchema, readSchema } from './read/read-schema.ts';
import type { ImportRecord } from './record.ts';
import { SchemaElements } from './rules/elements.ts';
import { readRules, strangers } from './rules/read-rules.ts';
import { ruledForm } from './rules/ruled-form.ts';
import type { TakenOver } from './rules/take-over.ts';
import { type TranslatedRules, translatedRules } from './rules/translated.ts';
import { type SchemaFile, schemaFile } from './schema-file.ts';

export type FimOptions = {
  /** Code lists, one in each file. */
  lists: readonly string[];
  /** Name of the form: that of its service. */
  name: string;
  english: Readonly<Record<string, string>>;
  /** The form of the service until now, and what the last import wrote. */
  before: FormDefinition | null;
  record: ImportRecord | null;
  flatten: number | null;
  isDraftAccepted: boolean;
  /** File of translated rules; without one, the prose of all rules counts. */
  rules: string | null;
  /** Letters of the Land for which rules count that differ by Land. */
  land: string | null;
};

/** A schema of FIM as a form that can be used. */
export type ImportedFim = {
  read: ReadSchema;
  lists: ListOptions;
  form: FormDefinition;
  keys: ReadonlyMap<string, string>;
  english: Record<string, string>;
  missing: string[];
  /** German texts of harmonised elements that differ from those whose English the import has. */
  changedTexts: ChangedText[];
  /** Given translations whose text is not in the form. */
  unused: [string, string][];
  findings: Finding[];
  rules: TakenOver;
  /** Elements of translated rules that the schema does not have. */
  strangers: string[];
  /** The schema of the data, for `submissionSchemas` in metadata.json. */
  schemaFile: SchemaFile;
  merge: Merge | null;
  /** The form without changes of editors. */
  written: FormDefinition;
};

/**
 * Reads a data schema of FIM with its code lists, and writes a form for it.
 * @throws ImportRefused with all reasons, when nothing can be written
 */
export function importFim(file: string, options: FimOptions): ImportedFim {
  const read = readSchema(file);
  if (!read.isApproved && !options.isDraftAccepted)
    throw new ImportRefused([
      `${file}: the schema is not approved (${read.approval}): its data may still change, or nobody may take them any more. --draft imports it all the same.`,
    ]);
  refuseStrangers(options);
  const lists = listOptions(read.schema, options.lists.map(readCodeList));
  const optionsOf = ({ options: own, list }: FimField) => own ?? (list ? lists.of(list).options : null);
  const elements = new SchemaElements(read.schema, optionsOf);
  const translated = options.rules === null ? undefined : readTranslated(options.rules, read.schema.id);
  let keys = new Keys(new Map(), []);
  const { written, rules } = ruledForm(
    readRules(elements, { land: options.land ?? undefined, translated }),
    elements,
    (schema, ruled) => {
      keys = new Keys(knownKeys(options.before, options.record), keysOfForm(options.before));
      return writeFormOf(schema, options.name, { keys, lists, ruled, flatten: options.flatten });
    },
  );
  const checked = checkedForm(written.form);
  const { form, merge } = withEdits(checked, keys.given, options);
  const harmonised = harmonisedEnglish(read.schema, optionsOf);
  const own = { ...written, english: { ...harmonised.english, ...written.english } };
  const known = knownEnglish(own, lists, options.english);
  const texts = collectTexts(form);
  const english = Object.fromEntries(
    texts.flatMap((text) => (known.get(text)?.trim() ? [[text, known.get(text) ?? '']] : [])),
  );
  return {
    read,
    lists,
    form,
    keys: keys.given,
    english,
    changedTexts: harmonised.changed.filter(({ text }) => !known.has(text)),
    missing: texts.filter((text) => !Object.hasOwn(english, text)),
    unused: Object.entries(options.english).filter(([text]) => !texts.includes(text)),
    rules,
    strangers: translated ? strangers(elements, translated) : [],
    schemaFile: schemaFile(read.schema, optionsOf),
    findings: [...written.findings.filter((finding) => isStillSo(finding, form)), ...longPages(form)],
    merge,
    written: checked,
  };
}

const readTranslated = (file: string, schemaId: string): TranslatedRules =>
  translatedRules(file, textOfFile(file), schemaId);

/** The text of a file. @throws ImportRefused when it cannot be read */
function textOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ImportRefused([`${file}: there is no such file, or it cannot be read`]);
  }
}

/** A form that was made for something else would be mixed up with that of the schema. */
function refuseStrangers({ before, record, name }: FimOptions): void {
  if (!before || record) return;
  if (everyComponent(before.components).some(({ properties }) => properties?.fim !== undefined)) return;
  throw new ImportRefused([
    `The service ${name} has a form already, and none of its fields names an element of a schema (properties.fim). Name them, if it is the form for this schema; otherwise move form.json and form.en.json away first.`,
  ]);
}

/** The form with what editors changed since the last import; `merge` says what they did, null for a first import. */
function withEdits(
  theirs: FormDefinition,
  keys: ReadonlyMap<string, string>,
  { before, record }: FimOptions,
): { form: FormDefinition; merge: Merge | null } {
  if (!before) return { form: theirs, merge: null };
  const base = record && renamed(record, keys);
  const merge = mergeForms(base, before as unknown as Json, theirs as unknown as Json);
  return { form: checkedForm(merge.form), merge };
}
