import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectTexts } from '#forms/localise.ts';
import type { Component, Validation } from '#forms/types.ts';
import { everyComponent } from './form/known-keys.ts';
import { importFim } from './import-fim.ts';

/** Files for one test file. */
export function scratch(): { file(text: string | Buffer): string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'fim-'));
  let files = 0;
  return {
    file(text) {
      const path = join(dir, `${files++}.xml`);
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(dir, { recursive: true }),
  };
}

export const XDF2 = 'urn:xoev-de:fim:standard:xdatenfelder_2';
export const XDF3 = 'urn:xoev-de:fim:standard:xdatenfelder_3.0.0';

const code = (name: string, value: string) =>
  `<x:${name} listURI="urn:test" listVersionID="1.0"><code>${value}</code></x:${name}>`;
const identity = (id: string, version: string) =>
  `<x:identifikation><x:id>${id}</x:id><x:version>${version}</x:version></x:identifikation>`;

/** A place in a group: how often, and the legal basis of asking. */
export const at = (count: string, element: string, basis = ''): string =>
  `<x:struktur><x:anzahl>${count}</x:anzahl>${basis && `<x:bezug>${basis}</x:bezug>`}<x:enthaelt>${element}</x:enthaelt></x:struktur>`;

type FieldWords = {
  label?: string;
  input?: string;
  type?: string;
  help?: string;
  /** Attributes of `praezisierung`. */
  limits?: string;
  /** Further elements. */
  more?: string;
};

/** A field of XDatenfelder 3. */
export const field = (
  id: string,
  { label = 'Frage', input = 'input', type = 'text', help = '', limits = '', more = '' }: FieldWords = {},
): string =>
  `<x:datenfeld>${identity(id, '1.0.0')}<x:name>${label} (Name)</x:name><x:bezeichnungEingabe>${label}</x:bezeichnungEingabe><x:hilfetextEingabe>${help}</x:hilfetextEingabe>${code('feldart', input)}${code('datentyp', type)}<x:praezisierung ${limits}/>${more}</x:datenfeld>`;

/** The values of a selection, in a field. */
export const values = (...codes: string[]): string =>
  `<x:werte>${codes.map((value) => `<x:wert><x:code>${value}</x:code><x:name>Wert ${value}</x:name></x:wert>`).join('')}</x:werte>`;

/** A reference to a code list, in a field. */
export const listed = (uri: string, version = ''): string =>
  `<x:codelisteReferenz><x:canonicalIdentification>${uri}</x:canonicalIdentification>${version && `<x:version>${version}</x:version><x:canonicalVersionUri>${uri}_${version}</x:canonicalVersionUri>`}</x:codelisteReferenz>`;

/** A group of XDatenfelder 3 with its places. */
export const group = (id: string, label: string, places: string[], more = ''): string =>
  `<x:datenfeldgruppe>${identity(id, '1.0.0')}<x:name>${label} (Name)</x:name><x:bezeichnungEingabe>${label}</x:bezeichnungEingabe>${more}${places.join('')}</x:datenfeldgruppe>`;

export const CHOICE = code('art', 'X');

export const rule = (id: string, text: string): string =>
  `<x:regel>${identity(id, '1.0.0')}<x:name>Regel</x:name><x:freitextRegel>${text}</x:freitextRegel></x:regel>`;

/** A schema of XDatenfelder 3. */
export const schema = (places: string[], { more = '', status = '6', namespace = XDF3 } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?><x:xdatenfelder.stammdatenschema.0102 xmlns:x="${namespace}"><x:header><x:nachrichtID>1</x:nachrichtID></x:header><x:stammdatenschema>${identity('S99000000001', '1.2.0')}<x:name>Probe</x:name><x:bezeichnung>Antrag auf eine Probe</x:bezeichnung>${code('freigabestatus', status)}<x:letzteAenderung>2026-01-02T03:04:05Z</x:letzteAenderung>${more}${places.join('')}</x:stammdatenschema></x:xdatenfelder.stammdatenschema.0102>`;

type ListWords = {
  uri?: string;
  version?: string;
  columns?: string[];
  keys?: [id: string, column: string][];
};

/** A code list; each row has the values of the columns in order. */
export const codeList = (
  rows: string[][],
  {
    uri = 'urn:test:liste',
    version = '2026-01-01',
    columns = ['schluessel', 'bezeichnung'],
    keys = [
      ['codeKey', 'schluessel'],
      ['codenameKey', 'bezeichnung'],
    ],
  }: ListWords = {},
): string =>
  `<g:CodeList xmlns:g="http://docs.oasis-open.org/codelist/ns/genericode/1.0/"><g:Identification><g:ShortName>Liste</g:ShortName><g:Version>${version}</g:Version><g:CanonicalUri>${uri}</g:CanonicalUri><g:CanonicalVersionUri>${uri}_${version}</g:CanonicalVersionUri></g:Identification><g:ColumnSet>${columns.map((name) => `<g:Column Id="${name}"/>`).join('')}${keys.map(([id, column]) => `<g:Key Id="${id}"><g:ColumnRef Ref="${column}"/></g:Key>`).join('')}</g:ColumnSet><g:SimpleCodeList>${rows.map((row) => `<g:Row>${row.map((value, index) => `<g:Value ColumnRef="${columns[index]}"><g:SimpleValue>${value}</g:SimpleValue></g:Value>`).join('')}</g:Row>`).join('')}</g:SimpleCodeList></g:CodeList>`;

const NOTHING = {
  name: 'probe',
  english: {},
  before: null,
  record: null,
  flatten: null,
  rules: null,
  land: null,
  isDraftAccepted: false,
};

/** The import of a file into a service without a form. */
export const imported = (
  file: string,
  lists: string[] = [],
  more: Partial<typeof NOTHING | { flatten: number }> = {},
) => importFim(file, { ...NOTHING, lists, ...more });

/** An imported form with what tests ask of it: its components by key, its texts. */
export function seen({ form, findings, ...result }: ReturnType<typeof importFim>) {
  const components = everyComponent(form.components);
  return {
    ...result,
    form,
    findings,
    texts: collectTexts(form),
    keys: components.map(({ key }) => key),
    of: (key: string): Component & { validate?: Validation } => {
      const found = components.find((component) => component.key === key);
      if (!found)
        throw new Error(`no ${key} among ${components.map((component) => component.key).join(', ')}`);
      return found;
    },
    found: (kind: string) => findings.filter((finding) => finding.kind === kind).map(({ path }) => path),
  };
}
