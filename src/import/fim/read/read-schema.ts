import { ImportRefused } from '../../refused.ts';
import { textIn, type XmlElement } from '../../xml/element.ts';
import { readObjects, type XmlKind } from '../../xml/read-objects.ts';
import type { FimSchema } from '../model.ts';
import { type Dialect, xdf2, xdf3 } from './dialects.ts';
import { countUnknown } from './known-names.ts';
import { identityOf, membersOf, rulesOf } from './members.ts';
import { Reading } from './reading.ts';
import { leikaKeysIn, onOneLine } from './words.ts';

/** A schema with what its file says besides. */
export type ReadSchema = {
  schema: FimSchema;
  /** The step of the approval in words. */
  approval: string;
  isApproved: boolean;
  /** LeiKa keys that its description names. */
  leikaKeys: string[];
  notes: Reading['notes'];
  unknown: Reading['unknown'];
};

const DIALECTS = new Map<string, Dialect>([
  ['urn:xoev-de:fim:standard:xdatenfelder_2', xdf2],
  ['urn:xoev-de:fim:standard:xdatenfelder_3.0.0', xdf3],
]);

const NOT_SHOWN = new Set(['relation', 'stichwort']);

const SCHEMAS: XmlKind = {
  isObject: (name) => name === 'stammdatenschema',
  // Most of a file may be relations between versions: 3 MB of 3.4.
  isPassedOver: (name) => NOT_SHOWN.has(name),
  namespaceFault(_, uri) {
    if (DIALECTS.has(uri)) return undefined;
    if (/xdatenfelder_1\b/.test(uri))
      return 'this is XDatenfelder 1, which no editor writes any more: fetch the schema from fimportal.de again, which has it as 2.0 or 3.0.0';
    return `this is no schema of XDatenfelder 2.0 or 3.0.0, but of ${uri || 'no namespace'}`;
  },
};

/**
 * Reads a data schema of FIM, XDatenfelder 2.0 or 3.0.0, piece by piece.
 * @throws ImportRefused with all reasons when the file has no schema, several, or one with faults
 */
export function readSchema(file: string): ReadSchema {
  const read: ReadSchema[] = [];
  const faults: string[] = [];
  let root = '';
  readObjects(file, SCHEMAS, {
    root: ({ name }) => {
      root = name;
    },
    object: (element, tooLong, namespace) => {
      faults.push(...tooLong.map((line) => `line ${line}: a text has more than 5 million characters`));
      const dialect = DIALECTS.get(namespace);
      if (!dialect) return;
      const reading = new Reading();
      read.push(schemaIn(element, dialect, reading));
      faults.push(...reading.faults);
    },
  });
  if (faults.length > 0) throw new ImportRefused(faults.map((fault) => `${file}: ${fault}`));
  const [only, ...more] = read;
  if (!only || more.length > 0)
    throw new ImportRefused([
      only
        ? `${file}: it has ${read.length} schemas, and only one can be the form of a service`
        : `${file}: there is no data schema in it (its root is "${root}"); "xdatenfelder.stammdatenschema.0102" has one`,
    ]);
  return only;
}

function schemaIn(element: XmlElement, dialect: Dialect, reading: Reading): ReadSchema {
  const context = { dialect, reading };
  countUnknown(element, 'stammdatenschema', reading);
  const name = onOneLine(textIn(element, 'name'));
  const { step, word, isApproved } = dialect.approval(element);
  const schema: FimSchema = {
    ...identityOf(element, '', context),
    standard: dialect.standard,
    name,
    label: onOneLine(dialect.title(element)) || name,
    help: onOneLine(dialect.help(element)),
    status: step,
    changed: dialect.changed(element),
    members: membersOf(element, '', context),
    rules: rulesOf(element, context),
  };
  if (schema.members.length === 0) reading.fault('', 'the schema has neither fields nor groups');
  return {
    schema,
    approval: word,
    isApproved,
    leikaKeys: leikaKeysIn(textIn(element, 'beschreibung')),
    notes: reading.notes,
    unknown: reading.unknown,
  };
}
