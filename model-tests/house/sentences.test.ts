import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sourceOf } from './imports.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Folders in which every docstring names its subject first, so that an editor can show it alone. */
const folders = [
  'src/server',
  'src/forms',
  'src/import',
  'src/domain',
  'src/stand-ins',
  'src/contract',
  'machines',
  'ui',
  'src/browser',
  'bench',
  'deploy',
  'model-tests/{browser,flows,forms,http,machine,mutants,operators,oracle,paths,reporting,search,simulation,subjects,texts,use-cases,workflows}',
];
const WITHOUT_SUBJECT = /\/\*\*\s+(?:\*\s+)?(?:What|Who|Whose|Whom|Which|The same|It)\b.*/g;

const found = (source: string): string[] => source.match(WITHOUT_SUBJECT) ?? [];

it.each(folders)('docstrings of %s name their subject first', (folder) => {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });
  expect(files).not.toEqual([]);
  expect(files.flatMap((file) => found(sourceOf(file)).map((line) => `${file}: ${line}`))).toEqual([]);
});

it.each(['/** What it is. */', '  /** The same for all. */', '/**\n * Who asks.\n */'])(
  'finds %j',
  (source) => expect(found(source)).toHaveLength(1),
);

it.each(['/** Whole days. */', '/** Items. */', '// What a line comment says.'])('accepts %j', (source) =>
  expect(found(source)).toEqual([]),
);
