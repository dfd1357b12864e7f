import { fieldIndex } from '#forms/components.ts';
import { type Finding, type FindingKind, findingKinds } from './form/findings.ts';
import type { ImportedFim } from './import-fim.ts';
import type { Merge } from './merge/merge-forms.ts';
import { rulesReport } from './rules/todo.ts';

const MOST_LETTERS = 100;

/** The report on a schema that has become a form. */
export function fimReport(imported: ImportedFim): string[] {
  const { read, lists, form, findings, rules, strangers, schemaFile, changedTexts, missing, unused, merge } =
    imported;
  const { schema, approval, notes, unknown } = read;
  const changed = schema.changed === '' ? '' : `, changed ${schema.changed}`;
  return [
    `${schema.id} ${schema.version} "${schema.label}" (XDatenfelder ${schema.standard}, ${approval}${changed}): ${form.components.length} pages, ${fieldIndex(form).size} fields.`,
    ...section('Code lists', lists.notes),
    ...section(
      'Left out while reading',
      notes.map(({ path, text }) => `${path}: ${text}`),
    ),
    ...section(
      'Elements that are not known here',
      [...unknown].map(([name, count]) => `${name} (${count})`),
    ),
    ...rulesReport(rules),
    ...section('Elements with translated rules that the schema does not have', strangers),
    ...findingsReport(findings),
    ...(merge ? mergeReport(merge) : []),
    ...section(
      'Harmonised elements with another German text than the one whose English the import has (translate it anew)',
      changedTexts.map(({ path, text }) => `${path}: ${text}`),
    ),
    ...section(`Texts without an English translation (${missing.length})`, missing),
    ...section(
      `Translations whose text the form no longer has (${unused.length}), and which are left out`,
      unused.map(([text, english]) => `${text}: ${english}`),
    ),
    ...uriReport(schema.id, schema.version),
    `The schema of the data is in ${schemaFile.name}.`,
    ...section('Fields whose pattern it cannot hold', schemaFile.withoutPattern),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

const findingsReport = (findings: readonly Finding[]): string[] =>
  (Object.keys(findingKinds) as FindingKind[]).flatMap((kind) =>
    section(findingKinds[kind], findings.filter((finding) => finding.kind === kind).map(placeOf)),
  );

function placeOf({ path, label, detail }: Finding): string {
  const short = label.length > MOST_LETTERS ? `${label.slice(0, MOST_LETTERS - 1)}…` : label;
  return [`"${short}"`, path, detail && `(${detail})`].filter((part) => part).join(' ');
}

/** Report on what became of the form that the service had. */
function mergeReport({ kept, both, takenOut, added, gone }: Merge): string[] {
  const told = (title: string, names: readonly string[]) =>
    section(title, names.length > 0 ? [names.join(', ')] : []);
  return [
    ...told('Your changes that stay', kept),
    ...told('Your changes that stay, although the schema has changed there too (compare)', both),
    ...told('Not in the form, because you took them out', takenOut),
    ...told('New in the schema', added),
    ...told('No longer in the schema, and taken out', gone),
  ];
}

/** Names that authorities may know the schema by; which one a destination offers is in its own answer. */
function uriReport(id: string, version: string): string[] {
  const short = /^(S\d{5})000(\d{3})$/.exec(id);
  const oldId = short ? `${short[1]}${short[2]}` : undefined;
  const [major, minor = '0'] = version.split('.');
  const names = [
    oldId && `https://schema.fitko.de/fim/${oldId.toLowerCase()}_${major}.${minor}.schema.json`,
    `https://schema.fitko.de/fim/${id.toLowerCase()}_${version}.schema.json`,
  ].filter((name) => name !== undefined);
  return section(
    'Names of the schema for "submissionSchemas" in metadata.json (take the one that the authority’s destination offers)',
    names,
  );
}
