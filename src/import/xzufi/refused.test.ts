import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImportRefused } from '../refused.ts';
import { type ImportFolder, importFolder, leistung, transfer } from './testing.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

const good = transfer(leistung('1'));
const within = (inside: string) => good.replace('Text</inhalt>', `${inside}</inhalt>`);
const withDoctype = (subset: string, inside: string) =>
  within(inside).replace('?>', `?><!DOCTYPE x [${subset}]>`);

const cases: [string, () => string | Buffer, RegExp][] = [
  ['ends early', () => good.slice(0, -40), /:\d+: not well formed: unclosed tag/],
  [
    'ends inside a character',
    () => Buffer.from(within('ä')).subarray(0, Buffer.from(within('ä')).indexOf(0xc3) + 1),
    /not UTF-8|not well formed/,
  ],
  ['is empty', () => '', /not well formed: document must contain a root element/],
  ['is no XML', () => 'PK\u0003\u0004 a zip file', /not well formed/],
  [
    'has tags that do not match',
    () => good.replace('</leistung>', '</leistungen>'),
    /not well formed: unexpected close tag/,
  ],
  ['has text behind its end', () => `${good}<x/>`, /not well formed/],
  [
    'expands entities',
    () => withDoctype('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">', '&b;'),
    /document type \(DOCTYPE, entities\) is not accepted/,
  ],
  ['reads files', () => withDoctype('<!ENTITY f SYSTEM "file:///etc/passwd">', '&f;'), /DOCTYPE/],
  ['has an entity of nowhere', () => within('&f;'), /not well formed: undefined entity/],
  ['has a document type alone', () => good.replace('?>', '?><!DOCTYPE html>'), /DOCTYPE/],
  [
    'is in an encoding of old computers',
    () => good.replace('UTF-8', 'IBM850'),
    /encoding IBM850 is not known/,
  ],
  [
    'has other bytes than its encoding',
    () => Buffer.from(within('Stra\u00dfe'), 'latin1'),
    /:5: the text is not UTF-8/,
  ],
  [
    'has another namespace',
    () => good.replaceAll('xzufi/2_2_0', 'xdomea/2_2_0'),
    /:3: leistung has the namespace .*xdomea/,
  ],
  [
    'has a version that is not known',
    () => good.replaceAll('xzufi/2_2_0', 'xzufi/3_0_0'),
    /not one of XZuFi 2/,
  ],
  [
    'has no namespace',
    () => good.replace(' xmlns="http://xoev.de/schemata/xzufi/2_2_0"', ''),
    /leistung has no namespace/,
  ],
  ['nests without end', () => within(`${'<p>'.repeat(300)}x${'</p>'.repeat(300)}`), /more than 200 elements/],
  ['has a text without end', () => within('x'.repeat(10_600_000)), /more than 10000000 characters/],
  [
    'has a tag without end',
    () => within(`<p a="${'x'.repeat(5_600_000)}"/>`),
    /more than 5000000 characters/,
  ],
  [
    'has a document type without end',
    () => good.replace('?>', `?><!DOCTYPE x [${'<!ENTITY a "b">'.repeat(800_000)}`),
    /more than 10000000 characters|DOCTYPE/,
  ],
  ['has nothing of XZuFi', () => '<html><body><p>Hallo</p></body></html>', /no XZuFi object in the files/],
];

test.each(cases)('a file that %s is refused, and nothing is changed', (_, text, reason) => {
  folder.run(folder.file(good));
  const before = folder.files();
  const run = () => folder.run(folder.file(good), folder.file(text()));
  if (reason.source.startsWith('no XZuFi')) {
    expect(() => folder.run(folder.file(text()))).toThrow(reason);
  } else {
    expect(run).toThrow(reason);
    expect(run).toThrow(ImportRefused);
  }
  expect(folder.files()).toEqual(before);
  const leftBeside = readdirSync(dirname(folder.dir)).filter((name) =>
    name.startsWith(`.${basename(folder.dir)}-import-`),
  );
  expect(leftBeside).toEqual([]);
});

test('a service with more characters than any has is refused', () => {
  const text = `<p>${'x'.repeat(4_000_000)}</p>`;
  expect(() => folder.run(folder.file(within(text.repeat(8))))).toThrow(/an object has more than 30000000/);
});

test('names of elements that mean something to the program are only names', () => {
  const odd = within('gut').replace(
    '<referenzLeiKa>',
    '<__proto__ constructor="1"/><referenzLeiKa toString="x">',
  );
  folder.run(folder.file(odd));
  expect(folder.content().services.get('99000000000001')?.texts.shortText?.de).toBe('<p>gut</p>');
  expect(existsSync(folder.dir)).toBe(true);
});
