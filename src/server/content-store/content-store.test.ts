import { appendFileSync, cpSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Content } from '#server/content/types.ts';
import { ContentRefused } from './content-refused.ts';
import { openContent } from './content-store.ts';

let dir = '';
let lines: string[] = [];
const log = (): FastifyBaseLogger =>
  pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const open = (skipBroken = false) => openContent({ dir, skipBroken }, log());
const topic = () => join(dir, 'topics/bauen-und-wohnen.json');

beforeEach(() => {
  lines = [];
  dir = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync(join(import.meta.dirname, '../../../content'), dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('content that is loaded anew', () => {
  test('takes the place of the old one as a whole, and everybody who made something of it is told', async () => {
    const store = open();
    const before = store.current();
    const told: Content[] = [];
    store.listeners.add(async (content) => {
      expect(store.current()).toBe(before);
      return () => void told.push(content);
    });
    renameSync(join(dir, 'pages/help'), join(dir, 'pages/more-help'));
    await store.reload();
    expect(told).toEqual([store.current()]);
    expect(store.current().version).not.toBe(before.version);
    expect(store.current().pages.has('more-help')).toBe(true);
    // A request that began with the old content ends with it.
    expect(before.pages.has('help')).toBe(true);
  });

  test('keeps the old one when there is a fault, and says which', async () => {
    const store = open();
    const before = store.current();
    writeFileSync(topic(), '{');
    await store.reload();
    expect(store.current()).toBe(before);
    expect(lines.join()).toContain('topics/bauen-und-wohnen.json:1: not valid JSON');
  });

  test('is left alone when no file has changed', async () => {
    const store = open();
    const before = store.current();
    await store.reload();
    expect(store.current()).toBe(before);
  });

  test('takes its place in one moment with all that is made of it, however long that takes', async () => {
    const store = open();
    const before = store.current().version;
    let [quick, slow] = [before, before];
    const seen = new Set<string>();
    const look = () => seen.add([store.current().version, quick, slow].join(' '));
    store.listeners.add(async ({ version }) => () => {
      quick = version;
    });
    store.listeners.add(async ({ version }) => {
      for (let turn = 0; turn < 5; turn++) {
        await setImmediate();
        look();
      }
      return () => {
        slow = version;
      };
    });
    appendFileSync(topic(), '\n');
    await store.reload();
    look();
    const after = store.current().version;
    expect([...seen]).toEqual([before, after].map((version) => [version, version, version].join(' ')));
  });

  test('stays the old one where something cannot be made of the new', async () => {
    const store = open();
    const before = store.current();
    let isTaken = false;
    store.listeners.add(async () => () => {
      isTaken = true;
    });
    store.listeners.add(async () => {
      throw new Error('no memory');
    });
    appendFileSync(topic(), '\n');
    await store.reload();
    expect(store.current()).toBe(before);
    expect(isTaken).toBe(false);
    expect(store.report().lastReload).toMatchObject({ outcome: 'refused' });
    expect(lines.join()).toContain('no memory');
  });

  test('twice at once ends with the newest files', async () => {
    const store = open();
    const first = store.reload();
    appendFileSync(topic(), '\n');
    await Promise.all([first, store.reload()]);
    expect(store.current().version).toBe(open().current().version);
  });
});

describe('a folder with a fault', () => {
  test('is refused with the reason', () => {
    writeFileSync(topic(), '{');
    expect(() => open()).toThrow(ContentRefused);
    expect(() => open()).toThrow('topics/bauen-und-wohnen.json:1: ');
  });

  test('is served without the faulty entry when that is asked for, with a warning', () => {
    writeFileSync(topic(), '{');
    expect(open(true).current().topics.has('bauen-und-wohnen')).toBe(false);
    expect(lines.join()).toContain('topics/bauen-und-wohnen.json');
  });
});

describe('content that cannot be read', () => {
  // A circle of links, which not even root can follow; rights are refused in the same way.
  test.each(['.', 'services', 'topics/bauen-und-wohnen.json'])(
    'is refused with the place and the user: %s',
    async (place) => {
      const store = open();
      const at = join(dir, place);
      rmSync(at, { recursive: true, force: true });
      symlinkSync(at, at);
      const { username } = userInfo();
      const said = `${at}:1: the user ${username} cannot read it (ELOOP)`;
      expect(() => open()).toThrow(ContentRefused);
      expect(() => open()).toThrow(said);
      const before = store.current();
      await store.reload();
      expect(store.current()).toBe(before);
      expect(lines.join()).toContain(said);
    },
  );
});
