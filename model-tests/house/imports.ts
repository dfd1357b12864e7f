import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** An import of one file by another, and its line. One of types alone loads nothing. */
export type Import = { from: string; to: string; line: number; isOfTypes: boolean };

const root = path.resolve(import.meta.dirname, '../..');

/** `#server/…` and the other aliases, as defined in package.json. */
const aliases = Object.entries(
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> })
    .imports,
).map(([alias, folder]) => [alias.replace('*', ''), path.posix.normalize(folder.replace('*', ''))] as const);

/** Inline `import()` types, lazily loaded modules, and scripts of threads. */
const ELSEWHERE = /\bimport\(\s*'([^']+)'|\bnew URL\(\s*'([^']+)',\s*import\.meta\.url/g;

/** The product's files in these folders, without tests and files used only by tests. */
export const productFiles = (...folders: string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .filter((file) => !/\.(test|hostage)\.tsx?$|\/testing(\/|\.)/.test(file))
    .sort();

/** The text of a file of the project. */
export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** All imports from the project in one of its files, including types. */
export function importsOf(file: string, source = sourceOf(file)): Import[] {
  const { module } = parseSync(file, source);
  const named = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({ name: moduleRequest, entries })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((it) => ({ name: it.moduleRequest, entries: [it] })),
    ),
  ].flatMap(({ name, entries }) =>
    name
      ? [
          {
            name: name.value,
            at: name.start,
            isOfTypes: entries.length > 0 && entries.every((it) => it.isType),
          },
        ]
      : [],
  );
  const others = [...source.matchAll(ELSEWHERE)].map((found) => ({
    name: found[1] ?? found[2] ?? '',
    at: found.index,
    isOfTypes: false,
  }));
  return [...named, ...others].flatMap(({ name, at, isOfTypes }) => {
    const to = resolved(file, name);
    return to === null ? [] : [{ from: file, to, line: source.slice(0, at).split('\n').length, isOfTypes }];
  });
}

/** Null for packages. */
function resolved(file: string, name: string): string | null {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
  const alias = aliases.find(([start]) => name.startsWith(start));
  return alias ? `${alias[1]}${name.slice(alias[0].length)}` : null;
}
