import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ImportRefused } from '../refused.ts';
import { child, children, type XmlElement } from '../xml/element.ts';
import { readObjects, type XmlKind } from '../xml/read-objects.ts';
import { keyOf } from './read/identifier.ts';
import { noteUnread } from './read/known-elements.ts';
import { readArea, readForm, readOnline, readRows } from './read/others.ts';
import { readService } from './read/service.ts';
import { readUnit } from './read/unit.ts';
import { notValid, validParts } from './read/validity.ts';
import { ownText, RecordFile } from './record-file.ts';
import type { AreaRecord, FormRecord, OnlineRecord, ServiceRecord, UnitRecord } from './records.ts';
import type { ImportReport } from './report.ts';
import { Rows } from './rows.ts';

/** The content of the files once all of them are read. */
export type Collected = {
  services: RecordFile<ServiceRecord>;
  units: RecordFile<UnitRecord>;
  online: RecordFile<OnlineRecord>;
  areas: Map<string, AreaRecord>;
  forms: Map<string, FormRecord>;
  rows: Rows;
  close(): void;
};

const OBJECTS = new Set([
  'leistung',
  'organisationseinheit',
  'onlinedienst',
  'formular',
  'zustaendigkeitTransferObjekt',
  'gebiet',
  'loesche',
]);
/** The namespaces of versions 2.2.0, 2.3.1 and their neighbours. */
const NAMESPACE = /^https?:\/\/xoev\.de\/schemata\/xzufi\/2_\d+_\d+$/;
const XZUFI: XmlKind = {
  /** Elements that hold objects. The import reports any other element in them as unknown. */
  isObject: (name, parent) => OBJECTS.has(name) || (parent === 'schreibe' && name !== 'schreibe'),
  namespaceFault(name, uri) {
    if (NAMESPACE.test(uri)) return undefined;
    const found = uri ? `the namespace ${uri}` : 'no namespace';
    return `${name} has ${found}, not one of XZuFi 2 (http://xoev.de/schemata/xzufi/2_2_0)`;
  },
};

/**
 * Reads the files in order: a repeated object replaces the earlier one, `loesche` removes it. Any root element is
 * accepted.
 * @param dir an empty folder for data that does not fit in memory
 * @param today YYYY-MM-DD: objects that ended before, or begin later, are left out
 * @throws ImportRefused with the first file that cannot be read
 */
export function collect(
  files: readonly string[],
  dir: string,
  report: ImportReport,
  today: string,
): Collected {
  mkdirSync(dir, { recursive: true });
  const collected: Collected = {
    services: new RecordFile(join(dir, 'services')),
    units: new RecordFile(join(dir, 'units')),
    online: new RecordFile(join(dir, 'online')),
    areas: new Map(),
    forms: new Map(),
    rows: new Rows(),
    close: () => {
      for (const kind of ['services', 'units', 'online'] as const) collected[kind].close();
    },
  };
  try {
    for (const file of files) {
      const given = new Set<string>();
      readObjects(file, XZUFI, {
        root: ({ name, attributes }, encoding) => {
          const version = attributes.xzufiVersion ?? 'not named';
          const other = encoding === 'utf-8' ? '' : `, read as ${encoding}`;
          report.note(`file: ${file.replace(/^.*\//, '')}, root ${name}, XZuFi version ${version}${other}`);
        },
        object: (element, leftOut) => {
          const key = keyOf(child(element, 'id', 'uebergeordnetesObjektID')) ?? '';
          report.about(key);
          for (const line of leftOut)
            report.skip('texts with more than 5,000,000 characters', `${key} line ${line}`);
          const named = child(element, 'id') && `${element.name} ${key}`;
          if (named && element.name !== 'loesche') {
            if (given.has(named)) report.skip('objects that a file has twice; the last one counts', named);
            given.add(ownText(named));
          }
          take(element, today, collected, report);
          report.about('');
        },
      });
    }
  } catch (error) {
    collected.close();
    throw error;
  }
  if (report.counted('read: objects') === 0) {
    collected.close();
    throw new ImportRefused(['there is no XZuFi object in the files']);
  }
  return collected;
}

function take(written: XmlElement, today: string, collected: Collected, report: ImportReport): void {
  if (!OBJECTS.has(written.name)) {
    report.skip('objects of a kind that the portal does not have', written.name);
    return;
  }
  report.count('read: objects');
  const { services, units, online, areas, forms, rows } = collected;
  const reason = notValid(written, today);
  if (reason !== null) {
    report.skip('objects that are not valid today', `${written.name} ${reason}`);
    forget(written, collected);
    return;
  }
  // An entry that has ended replaces its earlier version.
  for (const entry of children(written, 'zustaendigkeit')) rows.delete(keyOf(child(entry, 'id')) ?? '');
  const element = validParts(written, today, report);
  noteUnread(element, report);
  switch (element.name) {
    case 'leistung': {
      const read = readService(element, report);
      const id = keyOf(child(element, 'id'));
      // An unusable service that replaces a usable one removes it.
      if (read) services.set(read.key, read.record);
      else if (id) services.delete(id);
      report.count('read: services');
      return;
    }
    case 'organisationseinheit':
      report.count('read: organisational units');
      takeOwner(element, readUnit(element, report), units, rows, report);
      return;
    case 'onlinedienst':
      report.count('read: online services');
      takeOwner(element, readOnline(element, report), online, rows, report);
      return;
    case 'formular':
      report.count('read: forms');
      takeOwner(element, readForm(element, report), forms, rows, report);
      return;
    case 'gebiet': {
      const read = readArea(element, report);
      report.count('read: areas');
      if (read) areas.set(read.key, read.record);
      return;
    }
    case 'zustaendigkeitTransferObjekt': {
      const owner = keyOf(child(element, 'uebergeordnetesObjektID'));
      for (const [position, entry] of children(element, 'zustaendigkeit').entries()) {
        report.count('read: responsibilities');
        if (!owner)
          report.skip(
            'responsibilities of nobody (uebergeordnetesObjektID)',
            keyOf(child(entry, 'id')) ?? '',
          );
        else {
          const { key, rows: entries } = readRows(entry, owner, position, report);
          rows.set(key, entries);
        }
      }
      return;
    }
    case 'loesche':
      remove(element, collected, report);
  }
}

/** Takes an object with its responsibilities, which replace those that it contained before. */
function takeOwner<R>(
  element: XmlElement,
  read: { key: string; record: R } | null,
  store: { set(key: string, record: R): unknown },
  rows: Rows,
  report: ImportReport,
): void {
  if (!read) return;
  store.set(read.key, read.record);
  const inside = children(element, 'zustaendigkeit').map((entry, position) =>
    readRows(entry, read.key, position, report),
  );
  report.count('read: responsibilities', inside.length);
  rows.setInside(read.key, inside);
}

/** The collected objects by the names of their elements. */
const storesOf = ({ services, units, online, areas, forms }: Collected) =>
  new Map<string, { delete(key: string): boolean }>([
    ['leistung', services],
    ['organisationseinheit', units],
    ['onlinedienst', online],
    ['formular', forms],
    ['gebiet', areas],
  ]);

/** Removes the earlier version of an object that is no longer valid. */
function forget(element: XmlElement, collected: Collected): void {
  const { rows } = collected;
  const key = keyOf(child(element, 'id'));
  for (const entry of children(element, 'zustaendigkeit')) rows.delete(keyOf(child(entry, 'id')) ?? '');
  if (key === null) return;
  if (owners.has(element.name)) rows.setInside(key, []);
  storesOf(collected).get(element.name)?.delete(key);
}

/** Kinds of objects that contain responsibilities. */
const owners = new Set(['organisationseinheit', 'onlinedienst', 'formular']);

function remove(element: XmlElement, collected: Collected, report: ImportReport): void {
  const { klasse = '' } = element.attributes;
  const key = keyOf(child(element, 'id'));
  const { rows } = collected;
  const kind = klasse.replace(/^.*:/, '').toLowerCase();
  const store = kind === 'zustaendigkeit' ? rows : storesOf(collected).get(kind);
  if (!store || !key) {
    report.skip('deletions of a kind that the portal does not have', `${klasse} ${key ?? ''}`.trim());
    return;
  }
  if (owners.has(kind)) rows.setInside(key, []);
  if (store.delete(key)) report.count('deleted by the files');
  else report.skip('deletions of what the files do not have', `${klasse} ${key}`);
}
