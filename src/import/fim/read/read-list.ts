import { ImportRefused } from '../../refused.ts';
import { child, children, textIn, type XmlElement } from '../../xml/element.ts';
import { readObjects, type XmlKind } from '../../xml/read-objects.ts';
import { onOneLine } from './words.ts';

/** A code list (Genericode) with all its columns. */
export type CodeList = {
  file: string;
  name: string;
  version: string;
  /** Canonical URI, and the one with the version. */
  uri: string;
  versionUri: string;
  columns: string[];
  /** Keys of the list with the columns that they consist of. */
  keys: { id: string; columns: string[] }[];
  /** Values by column; a column without one is absent. */
  rows: Record<string, string>[];
};

const NAMESPACE = /^http:\/\/(docs\.oasis-open\.org\/codelist\/ns|genericode\.org\/2006\/ns\/CodeList)\//;

const GENERICODE: XmlKind = {
  isObject: (name, parent) => name === 'CodeList' && parent === '',
  namespaceFault: (_, uri) =>
    NAMESPACE.test(uri) ? undefined : `this is no code list in Genericode, but of ${uri || 'no namespace'}`,
};

/**
 * Reads a code list. Which column has the codes is not decided here: the list's keys and the reference tell it.
 * @throws ImportRefused when the file has no code list, or one that nothing can refer to
 */
export function readCodeList(file: string): CodeList {
  const lists: CodeList[] = [];
  let root = '';
  readObjects(file, GENERICODE, {
    root: ({ name }) => {
      root = name;
    },
    object: (element) => lists.push(codeListIn(element, file)),
  });
  const [list] = lists;
  const refuse = (reason: string): never => {
    throw new ImportRefused([`${file}: ${reason}`]);
  };
  if (!list) return refuse(`this is no code list in Genericode: its root is "${root}", not "CodeList"`);
  if (list.versionUri === '')
    return refuse('the code list has no CanonicalVersionUri: nothing can refer to it');
  if (list.rows.length === 0) return refuse('the code list has no rows');
  return list;
}

function codeListIn(element: XmlElement, file: string): CodeList {
  const identification = child(element, 'Identification');
  const columnSet = child(element, 'ColumnSet');
  return {
    file,
    name: onOneLine(textIn(identification, 'ShortName') || textIn(identification, 'LongName')),
    version: textIn(identification, 'Version'),
    uri: textIn(identification, 'CanonicalUri'),
    versionUri: textIn(identification, 'CanonicalVersionUri'),
    columns: children(columnSet, 'Column').map(({ attributes }) => attributes.Id ?? ''),
    keys: children(columnSet, 'Key').map((key) => ({
      id: key.attributes.Id ?? '',
      columns: children(key, 'ColumnRef').map(({ attributes }) => attributes.Ref ?? ''),
    })),
    rows: children(child(element, 'SimpleCodeList'), 'Row').map((row) => rowIn(row, columnSet)),
  };
}

/** A value without a column belongs to the one after the value before (Genericode 1.0). */
function rowIn(row: XmlElement, columnSet: XmlElement | undefined): Record<string, string> {
  const columns = children(columnSet, 'Column').map(({ attributes }) => attributes.Id ?? '');
  let position = -1;
  return Object.fromEntries(
    children(row, 'Value').flatMap((value) => {
      const named = value.attributes.ColumnRef;
      position = named === undefined ? position + 1 : columns.indexOf(named);
      const column = named ?? columns[position];
      const text = onOneLine(textIn(value, 'SimpleValue'));
      return column === undefined || text === '' ? [] : [[column, text]];
    }),
  );
}
