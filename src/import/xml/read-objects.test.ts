import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { textOf, type XmlElement } from './element.ts';
import { readObjects } from './read-objects.ts';

const dir = mkdtempSync(join(tmpdir(), 'xml-'));
afterAll(() => rmSync(dir, { recursive: true }));

function read(text: string): XmlElement[] {
  const file = join(dir, 'a.xml');
  writeFileSync(file, text);
  const objects: XmlElement[] = [];
  const kind = {
    isObject: (name: string) => name === 'object',
    isPassedOver: (name: string) => name === 'much',
    namespaceFault: () => undefined,
  };
  readObjects(file, kind, { object: (element) => objects.push(element) });
  return objects;
}

test('what is passed over is not kept, with everything in it; what follows is', () => {
  const [object] = read('<a><object>x<much>y<b><much>z</much></b></much><b>w</b></object></a>');
  expect(object && textOf(object)).toBe('xw');
});

test('outside of objects nothing is kept', () => {
  expect(read('<a><much><object>x</object></much><b/></a>').map(textOf)).toEqual(['x']);
});
