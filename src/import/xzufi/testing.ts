import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Content } from '#server/content/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { plainContent } from '../testing/content-folder.ts';
import { importXzufi } from './import-xzufi.ts';

export const sample = (version: string): string => join(import.meta.dirname, `samples/state-${version}.xml`);

/** A temporary content folder to import into. */
export type ImportFolder = {
  dir: string;
  /** Writes a file next to the content folder. */
  file(text: string | Buffer): string;
  run(...files: string[]): ReturnType<typeof importXzufi>;
  content(): Content;
  /** All files of the folder with their bytes. */
  files(): Map<string, string>;
  remove(): void;
};

export function importFolder(): ImportFolder {
  const { dir, remove } = plainContent();
  const aside = mkdtempSync(join(tmpdir(), 'xzufi-'));
  let files = 0;
  return {
    dir,
    file(text) {
      const path = join(aside, `${files++}.xml`);
      writeFileSync(path, text);
      return path;
    },
    run: (...paths) => importXzufi(paths, dir),
    content() {
      const loaded = loadContent(dir);
      if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
      return loaded.content;
    },
    files: () =>
      new Map(
        readdirSync(dir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path): [string, string] => [path.slice(dir.length), readFileSync(path, 'utf8')])
          .sort(),
      ),
    remove() {
      remove();
      rmSync(aside, { recursive: true });
    },
  };
}

/** A file of version 2.2.0 with these objects. */
export const transfer = (...objects: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<x:transfer.operation xmlns:x="http://xoev.de/schemata/xzufi/2_2_0" xmlns="http://xoev.de/schemata/xzufi/2_2_0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xzufiVersion="2.2.0">
${objects.map((object) => (object.startsWith('<loesche') ? object : `<schreibe>${object}</schreibe>`)).join('\n')}
</x:transfer.operation>`;

const id = (name: string) => `<id schemeAgencyID="A">${name}</id>`;

type Parts = { leiKaId?: string; title?: string; text?: string; more?: string };

export const leistung = (
  name: string,
  { leiKaId, title = 'Ein Dienst', text = 'Text', more = '' }: Parts = {},
) =>
  `<leistung>${id(name)}<referenzLeiKa><code>${leiKaId ?? '99000000000001'}</code></referenzLeiKa>
<modulText><leikaTextmodul><code>03</code></leikaTextmodul><inhalt>${title}</inhalt></modulText>
<modulText><leikaTextmodul><code>05</code></leikaTextmodul><inhalt>${text}</inhalt></modulText>${more}</leistung>`;

export const unit = (name: string, title: string, more = '') =>
  `<organisationseinheit>${id(name)}<name>${title}</name><anschrift><strasse>Weg</strasse><hausnummer>1</hausnummer><postleitzahl>24103</postleitzahl><ort>Kiel</ort></anschrift>${more}</organisationseinheit>`;

export const responsibility = (
  name: string,
  owner: string,
  service: string,
  area: string,
  role = 'Zuständige Stelle',
) =>
  `<zustaendigkeitTransferObjekt><uebergeordnetesObjektID schemeAgencyID="A">${owner}</uebergeordnetesObjektID><zustaendigkeit>${id(name)}<leistungID schemeAgencyID="A">${service}</leistungID><gebietID>${area}</gebietID><rolle><code>1</code><name>${role}</name></rolle></zustaendigkeit></zustaendigkeitTransferObjekt>`;

export const loesche = (kind: string, name: string) => `<loesche klasse="${kind}">${id(name)}</loesche>`;
