import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from './imports.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync('{bench,deploy,machines,model-tests,src,ui}/**/*.{ts,tsx}', { cwd: root }).map(
  (file) => [file, readFileSync(path.join(root, file), 'utf8')] as const,
);
const found = (pattern: RegExp) =>
  sources.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([line]) => `${file}: ${line}`));

const PRIMITIVE_IN_CAMEL_CASE =
  /^(?:export )?const [a-z]\w*(?: *:[^=\n]*)? = (?:-?[\d_.]+(?: [*+] .*)?|'[^'\n]*'|\/.+\/[a-z]*);$/gm;
const UNIT_UNNAMED = /^(?:export )?const (?:DAY|HOUR|MINUTE|SECOND|WEEK)S?\b.*$/gm;
const ZOD_BY_NAME = /^import (?:type )?\{.*\} from 'zod(?:\/mini)?';$/gm;

it('constants that are primitive values are in screaming case', () => {
  expect('const day = 24 * 3_600;').toMatch(PRIMITIVE_IN_CAMEL_CASE);
  expect(found(PRIMITIVE_IN_CAMEL_CASE)).toEqual([]);
});

it('constants of time say their unit', () => {
  expect('const MINUTE = 60_000;').toMatch(UNIT_UNNAMED);
  expect(found(UNIT_UNNAMED)).toEqual([]);
});

it('zod is imported as a namespace', () => {
  expect("import { z } from 'zod';").toMatch(ZOD_BY_NAME);
  expect(found(ZOD_BY_NAME)).toEqual([]);
});

it('who is logged in is named in texts together with the company that they act for', () => {
  const byThePersonAlone = /\bname: (?:account|user)\??\.name\b/g;
  expect("t('as', { name: account.name })").toMatch(byThePersonAlone);
  expect(found(byThePersonAlone).filter((line) => line.startsWith('ui/'))).toEqual([]);
});

/** The folder within which a file is imported by a relative path: that of its alias, or a room of it. */
function roomOf(file: string): string {
  const [first = '', second = '', ...rest] = file.split('/');
  if (first === 'ui') return `ui/${rest.length > 0 ? second : ''}`;
  if (first !== 'src') return first;
  const hasRooms = second === 'server' || second === 'stand-ins';
  return `src/${second}/${hasRooms && rest.length > 1 ? rest[0] : ''}`;
}

it('a file of the same room is imported by a relative path, any other by its alias', () => {
  const wrong = sources.flatMap(([file, text]) => {
    const lines = text.split('\n');
    return importsOf(file, text).flatMap(({ to, line }) => {
      const said = lines[line - 1] ?? '';
      if (!/\.tsx?$/.test(to) || said.includes('new URL(')) return [];
      const isAliased = said.includes("'#");
      return isAliased === (roomOf(to) === roomOf(file)) ? [`${file}:${line} ${said.trim()}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});
