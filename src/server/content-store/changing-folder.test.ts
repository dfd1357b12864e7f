import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '#server/engines/engine.ts';
import { engines } from '#server/engines/engines.ts';
import { loadContent } from './load.ts';

const dir = mkdtempSync(join(tmpdir(), 'content-'));
const KIEL = join(dir, 'authorities/kiel.json');
const TOPIC = join(dir, 'topics/bauen-und-wohnen.json');
beforeAll(() => {
  const kept = /[\\/]services[\\/](hundesteuer|jagdschein)/;
  cpSync(join(import.meta.dirname, '../../../content'), dir, {
    recursive: true,
    filter: (path) => !/[\\/]services[\\/]/.test(path) || kept.test(path),
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Engines that make something happen whenever a form is read: after the authorities, before the topics. */
function meanwhile(happens: () => void): Engine[] {
  return engines.map((engine) => ({
    ...engine,
    load: (folder, slug) => {
      happens();
      return engine.load(folder, slug);
    },
  }));
}

const load = (known: readonly Engine[] = engines) => {
  const loaded = loadContent(dir, { skipBroken: true, engines: known });
  if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
  const { version, authorities, topics } = loaded.content;
  return { version, of: [authorities.get('kiel')?.city, topics.get('bauen-und-wohnen')?.title.de] };
};
const write = (file: string, from: RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

test('a folder that changes while it is read is read again: never some files of before and some of after', () => {
  let isDone = false;
  const loaded = load(
    meanwhile(() => {
      if (isDone) return;
      isDone = true;
      write(KIEL, /"city": "Kiel"/, '"city": "Neustadt"');
      write(TOPIC, /"de": "Bauen und Wohnen"/, '"de": "Bauen"');
    }),
  );
  expect(loaded.of).toEqual(['Neustadt', 'Bauen']);
  expect(loaded).toEqual(load());
});

test.each([
  ['an entry that is new', () => mkdirSync(join(dir, 'services/more'))],
  ['an entry that is gone', () => rmSync(join(dir, 'services/more'), { recursive: true })],
])('%s is such a change, too', (_, happens) => {
  let reads = 0;
  load(
    meanwhile(() => {
      reads += 1;
      if (reads === 1) happens();
    }),
  );
  const before = reads;
  load(meanwhile(() => (reads += 1)));
  expect(before).toBe((reads - before) * 2);
});

test('a folder that does not come to rest is refused', () => {
  let turn = 0;
  const loaded = loadContent(dir, {
    skipBroken: true,
    engines: meanwhile(() => write(KIEL, /"city": "[^"]*"/, `"city": "Ort ${turn++}"`)),
  });
  expect(loaded).toEqual({
    faults: [{ file: '.', line: 1, reason: expect.stringContaining('changes while it is read') }],
  });
});
