import { ImportRefused } from '../refused.ts';
import type { FimListReference, FimOption, FimPath, FimSchema } from './model.ts';
import type { CodeList } from './read/read-list.ts';
import { placedFields } from './walk.ts';

/** The options of every selection that refers to a code list, by the list's URI with version. */
export type ListOptions = {
  of(reference: FimListReference): { options: FimOption[]; list: CodeList };
  /** English names of countries, in lists that have their ISO codes. */
  english: Record<string, string>;
  /** Notes for people: which lists were used, which version was taken, and which were not needed. */
  notes: string[];
};

/**
 * Finds the given code lists for a schema's references. Nothing is fetched.
 * @throws ImportRefused with all lists that are missing, given twice, or whose codes and names cannot be told
 */
export function listOptions(schema: FimSchema, lists: readonly CodeList[]): ListOptions {
  const faults: string[] = twice(lists);
  const notes: string[] = [];
  const found = new Map<string, { options: FimOption[]; list: CodeList }>();
  const users = Map.groupBy(
    placedFields(schema).filter(({ field }) => field.input === 'select' && field.list),
    ({ field }) => keyOf(field.list as FimListReference),
  );
  for (const [key, places] of users) {
    const reference = places[0]?.field.list as FimListReference;
    const list = listFor(reference, lists);
    if (!list) {
      faults.push(
        missing(
          reference,
          lists,
          places.map(({ path }) => path),
        ),
      );
      continue;
    }
    if (reference.versionUri === '')
      notes.push(
        `${reference.uri}: the schema names no version, ${list.version || list.versionUri} was taken`,
      );
    const read = optionsIn(list, reference);
    if ('faults' in read) faults.push(...read.faults);
    else found.set(key, { options: read.options, list });
  }
  if (faults.length > 0) throw new ImportRefused([...new Set(faults)]);
  const used = new Set([...found.values()].map(({ list }) => list));
  for (const list of used) notes.push(`${list.versionUri}: ${list.rows.length} rows (${list.file})`);
  for (const list of lists.filter((one) => !used.has(one))) notes.push(`not needed: ${list.file}`);
  return {
    of: (reference) => found.get(keyOf(reference)) ?? { options: [], list: lists[0] as CodeList },
    english: Object.assign({}, ...[...found.values()].map(englishIn)),
    notes,
  };
}

const ISO_COLUMN = /^iso-?2$/i;

/** English names of the countries in a list that says their codes of two letters. */
function englishIn({ list, options }: { list: CodeList; options: FimOption[] }): Record<string, string> {
  const column = list.columns.find((name) => ISO_COLUMN.test(name));
  if (column === undefined) return {};
  const codes = list.rows.map((row) => row[column] ?? '');
  // A list of nationalities may have the codes of their countries.
  if (!codes.some((code, index) => code === 'DE' && options[index]?.name === 'Deutschland')) return {};
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return Object.fromEntries(
    options.flatMap(({ name }, index) => {
      const code = codes[index] ?? '';
      return /^[A-Z]{2}$/.test(code) ? [[name, names.of(code) ?? name]] : [];
    }),
  );
}

const keyOf = ({ uri, versionUri, codeKey = '', nameKey = '' }: FimListReference): string =>
  [versionUri || uri, codeKey, nameKey].join(' ');

const twice = (lists: readonly CodeList[]): string[] =>
  [...Map.groupBy(lists, ({ versionUri }) => versionUri)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([uri, same]) =>
        `${same.map(({ file }) => file).join(' and ')} are both ${uri}: name the right one only`,
    );

/** Newest version last, whether they are days or numbers. */
const byVersion = (one: CodeList, other: CodeList): number =>
  one.version.localeCompare(other.version, 'de', { numeric: true });

const listFor = ({ uri, versionUri }: FimListReference, lists: readonly CodeList[]): CodeList | undefined =>
  versionUri !== ''
    ? lists.find((list) => list.versionUri === versionUri)
    : lists
        .filter((list) => list.uri === uri)
        .sort(byVersion)
        .at(-1);

const XREPOSITORY = 'https://www.xrepository.de/api';

function missing(
  { uri, versionUri }: FimListReference,
  lists: readonly CodeList[],
  paths: FimPath[],
): string {
  const address =
    versionUri === ''
      ? `${XREPOSITORY}/codeliste/${uri}/gueltigeVersion`
      : `${XREPOSITORY}/version_codeliste/${versionUri}/genericode`;
  const others = lists.filter((list) => list.uri === uri).map(({ versionUri: other }) => other);
  const given = others.length > 0 ? `; given is ${others.join(', ')}` : '';
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : '';
  return `the code list ${versionUri || uri} is missing${given}. ${paths[0]}${more} ask for it. Fetch it from ${address} and name the file behind the schema`;
}

type Options = { options: FimOption[] } | { faults: string[] };

/** The codes and names of a list. Its columns are found by its keys: their names and order differ. */
function optionsIn(list: CodeList, reference: FimListReference): Options {
  const columns = columnsOf(list, reference);
  if (typeof columns === 'string') return { faults: [`${list.file}: ${columns}`] };
  const faults: string[] = [];
  const seen = new Set<string>();
  const options = list.rows.map((row, index) => {
    const code = row[columns.code] ?? '';
    if (code === '') faults.push(`${list.file}: row ${index + 1} has no code ("${columns.code}")`);
    else if (seen.has(code))
      faults.push(`${list.file}: row ${index + 1} has the code "${code}" of another row`);
    seen.add(code);
    return { code, name: row[columns.name] ?? code, help: '' };
  });
  return faults.length > 0 ? { faults } : { options };
}

/** The standard names of the keys to codes and to names. */
const [CODE_KEY, NAME_KEY] = ['codeKey', 'codenameKey'];

function columnsOf(
  list: CodeList,
  { codeKey, nameKey }: FimListReference,
): { code: string; name: string } | string {
  const named = (wish: string) =>
    list.columns.includes(wish) ? wish : list.keys.find(({ id }) => id === wish)?.columns[0];
  const only = list.keys.length === 1 ? list.keys[0]?.columns[0] : undefined;
  const code = codeKey ? named(codeKey) : (named(CODE_KEY) ?? only);
  if (code === undefined)
    return codeKey
      ? `the schema takes the codes of "${codeKey}", which the list does not have`
      : `which column has the codes? No key of the list is called "${CODE_KEY}" (${list.keys.map(({ id }) => id).join(', ') || 'it has none'})`;
  const others = list.columns.filter((column) => column !== code);
  const name = nameKey
    ? named(nameKey)
    : (named(NAME_KEY) ?? (others.length < 2 ? (others[0] ?? code) : undefined));
  if (name === undefined)
    return nameKey
      ? `the schema takes the names of "${nameKey}", which the list does not have`
      : `which column has the names? No key of the list is called "${NAME_KEY}" (columns: ${list.columns.join(', ')})`;
  return { code, name };
}
