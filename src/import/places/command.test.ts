import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { placesCommand } from './command.ts';

const aside = mkdtempSync(join(tmpdir(), 'places-'));
afterAll(() => rmSync(aside, { recursive: true }));
const AREAS = `ars,ags,kind,name,parentArs
01,,BUNDESLAND,Schleswig-Holstein,
010030000000,01003000,KREISFREIE_STADT,Lübeck,01
`;
const POSTCODES = 'postcode,ars,place\n23552,010030000000,Lübeck\n';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(aside, 'content-'));
});
function file(name: string, bytes: string | Uint8Array): string {
  writeFileSync(join(aside, name), bytes);
  return join(aside, name);
}
const postcodes = file('postcodes.csv', POSTCODES);
const run = (areas: string | Uint8Array) =>
  placesCommand([file('areas.csv', areas), postcodes, '--to', dir], '');
const imported = () => readFileSync(join(dir, 'places/areas.csv'), 'utf8');
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

describe('tables in the encodings that spreadsheets save', () => {
  const bigEndian = Buffer.from(`\uFEFF${AREAS}`, 'utf16le').swap16();
  test.each<[string, string | Uint8Array]>([
    ['utf-8', `\uFEFF${AREAS}`],
    ['windows-1252', latin1(AREAS)],
    ['utf-16le', Buffer.from(`\uFEFF${AREAS}`, 'utf16le')],
    ['utf-16le', Buffer.from(AREAS, 'utf16le')],
    ['utf-16be', bigEndian],
  ])('%s is recognised', (encoding, bytes) => {
    const { out, errors } = run(bytes);
    expect(errors).toBeUndefined();
    expect(imported()).toContain(',Lübeck,');
    expect(out.join().includes(`is read as ${encoding}`)).toBe(encoding !== 'utf-8');
  });

  test.each<[string, Uint8Array]>([
    ['of an old Mac', latin1(AREAS.replace('ü', '\u009F'))],
    ['of DOS', latin1(AREAS.replace('ü', '\u0081'))],
    ['that ends in the middle of a letter', Buffer.from(`${AREAS}\u00E9`, 'utf8').subarray(0, -1)],
  ])('one %s is refused with its line', (_, bytes) => {
    const { errors } = run(bytes);
    expect(errors?.join()).toMatch(/areas\.csv:[34]: the encoding is not known; save the table as UTF-8/);
    expect(existsSync(join(dir, 'places'))).toBe(false);
  });
});

describe('what is not there is named, and nothing is made', () => {
  test.each([
    ['a file', [join(aside, 'nothing.csv'), postcodes], /no file .*nothing\.csv/],
    ['a folder for a file', [aside, postcodes], /is a folder/],
    ['the folder', [postcodes, postcodes, '--to', join(aside, 'contnet')], /no folder .*contnet/],
    ['an option', ['--too', 'x'], /--too/],
    ['a second file', [postcodes], /Usage/],
  ])('%s', (_, args, reason) => {
    const before = readdirSync(aside).sort();
    const { errors } = placesCommand(args, dir);
    expect(errors?.join('\n')).toMatch(reason);
    expect(readdirSync(aside).sort()).toEqual(before);
  });

  test('--help is no error', () => {
    expect(placesCommand(['--help'], dir)).toEqual({ out: [expect.stringContaining('Usage')] });
  });
});

describe('what a killed import left behind', () => {
  const DEAD = 2 ** 30;
  test('is cleared away, also from before its folders had a number', () => {
    mkdirSync(join(dir, `.places-import-${DEAD}-abc`));
    mkdirSync(join(dir, '.places-import-Abc123'));
    run(AREAS);
    expect(readdirSync(dir)).toEqual(['places']);
  });

  test('is left alone while its process is at work', () => {
    mkdirSync(join(dir, `.places-import-${process.ppid}-abc`));
    run(AREAS);
    expect(readdirSync(dir)).toContain(`.places-import-${process.ppid}-abc`);
  });

  test('gives the old folder back when it had been moved aside and none had come in its place', () => {
    const old = join(dir, `.places-import-${DEAD}-abc/old`);
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, 'areas.csv'), 'before');
    expect(run(AREAS.replace('BUNDESLAND', 'LANDE')).errors).toBeDefined();
    expect(imported()).toBe('before');
  });
});
