import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'vite';

/** Packages that are loaded lazily, and files of packages that are looked up by name. */
const ELSEWHERE = /\bimport\(\s*'([^']+)'|\brequire\.resolve\(\s*['`]([^'`$]+)/g;

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** Returns the names of the packages that a source file loads when it runs: not those of types alone. */
export function packagesOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source);
  const requests = [
    ...module.staticImports.map((it) => ({ start: it.start, name: it.moduleRequest.value })),
    ...module.staticExports.flatMap((it) =>
      it.entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ start: it.start, name: moduleRequest.value }] : [],
      ),
    ),
  ];
  const loaded = requests
    .filter(({ start }) => !/^(import|export)\s+type\b/.test(source.slice(start, start + 20)))
    .map(({ name }) => name);
  const others = [...source.matchAll(ELSEWHERE)].map((found) => found[1] ?? found[2] ?? '');
  return [...new Set([...loaded, ...others].filter(isOfPackage).map(packageOf))].sort();
}

const isOfPackage = (name: string): boolean =>
  !/^(\.|\/|#|node:)/.test(name) && !builtinModules.includes(name);

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Returns the folders of packages, and of all that these need in turn, relative to `root` (`node_modules/pg`). They are
 * found as Node finds them: the folder of the one that asks first, then those above. Optional ones are included where
 * they are installed.
 * @throws Error when one is not installed
 */
export function installedPackages(root: string, names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean): void => {
    const folder = folderOf(root, name, from);
    if (folder === null) {
      if (isOptional) return;
      throw new Error(`${name} is not installed, which ${from || 'the server'} needs`);
    }
    if (found.has(folder)) return;
    found.add(folder);
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
    for (const it of Object.keys(manifest.dependencies ?? {})) add(it, folder, false);
    for (const it of Object.keys(manifest.optionalDependencies ?? {})) add(it, folder, true);
    // Peers that a package can do without are for those who use them themselves.
    for (const it of Object.keys(manifest.peerDependencies ?? {}))
      if (!manifest.peerDependenciesMeta?.[it]?.optional) add(it, folder, false);
  };
  for (const name of names) add(name, '', false);
  return [...found].sort();
}

/** @param from the folder of the package that asks, relative to `root`; empty for the product itself */
function folderOf(root: string, name: string, from: string): string | null {
  for (let at = from; ; at = path.posix.dirname(at) === '.' ? '' : path.posix.dirname(at)) {
    const folder = path.posix.join(at, 'node_modules', name);
    if (existsSync(path.join(root, folder, 'package.json'))) return folder;
    if (at === '') return null;
  }
}
