import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sbom } from '../papers/parts.ts';
import { installedPackages, packagesOf } from './packages.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Files and folders that the server reads while it runs, beside its packages. */
const PARTS = [
  'src/server',
  'src/contract',
  'src/forms',
  'src/domain',
  'machines',
  'locales',
  'content',
  'dist',
  'dist-server',
  'ui/kit/icons.svg',
  'deploy/systemd',
  'deploy/nginx',
  // Alerts, the dashboard, and what operators read beside the machine.
  'docs',
  'CHANGELOG.md',
  'LICENSE',
];
/** Files that only developers need: tests, their helpers, and maps of libraries. */
const FOR_DEVELOPERS = /\.test\.tsx?$|\.hostage\.ts$|\/testing(\/|\.|$)|\.map$|\.d\.[cm]?ts$/;
/** A command of the server, such as `exec node src/server/main.ts`. */
const COMMAND = /^(?:exec )?node ((?:--\S+ )*(src\/server\/\S+))$/;

type Manifest = {
  version: string;
  /** The commit that it was made from; without it where nobody knows. */
  commit?: string;
  imports: Record<string, string>;
  scripts: Record<string, string>;
} & Record<'name' | 'license' | 'type' | 'description', string>;

/**
 * Makes the folder that production needs and no more: the server, what `npm run build` has made of the pages, the
 * packages that the server loads, and the Node that it was tested with, as `bin/node`. The folder needs nothing from
 * the machine but its C library, and is the same in a container and without one (docs/install.md).
 * @param folder is replaced
 * @param commit that it is made from, which the server then tells; null where nobody knows
 * @throws Error when the pages are not built, or a package is not installed
 */
export async function makeRelease(folder: string, commit: string | null = null): Promise<void> {
  const missing = PARTS.filter((part) => !existsSync(path.join(root, part)));
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')} (npm ci, npm run build)`);
  await rm(folder, { recursive: true, force: true });
  for (const part of PARTS) await copy(part, folder);
  const sources = globSync('{src,machines,locales}/**/*.ts', { cwd: folder });
  const needed = new Set(
    sources.flatMap((file) => packagesOf(file, readFileSync(path.join(folder, file), 'utf8'))),
  );
  for (const it of installedPackages(root, [...needed].sort())) await copyPackage(it, folder);
  await copy('node_modules/node/bin/node', folder, 'bin/node');
  // The machine that serves people has no npm to make it with.
  await writeFile(path.join(folder, 'sbom.json'), sbom());
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify(manifest(folder, commit), null, 2)}\n`,
  );
}

const copy = (from: string, folder: string, to = from): Promise<void> =>
  cp(path.join(root, from), path.join(folder, to), {
    recursive: true,
    filter: (source) => !FOR_DEVELOPERS.test(path.relative(root, source)),
  });

/** Copies a package without those below it, which are copied by themselves where they are needed. */
async function copyPackage(from: string, folder: string): Promise<void> {
  await mkdir(path.join(folder, from), { recursive: true });
  for (const name of await readdir(path.join(root, from)))
    if (name !== 'node_modules') await copy(path.posix.join(from, name), folder);
}

/** The product's own manifest, with the commands that work in the folder: `bin/node --run keys`. */
function manifest(folder: string, commit: string | null): Manifest {
  const { name, version, description, license, type, imports, scripts } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const works = Object.entries(scripts).flatMap(([of, command]) => {
    const [, call, file] = COMMAND.exec(command) ?? [];
    return file && existsSync(path.join(folder, file)) ? [[of, `exec bin/node ${call}`]] : [];
  });
  return {
    ...(commit === null ? {} : { commit }),
    ...{ name, version, description, license, type, imports, scripts: Object.fromEntries(works) },
  };
}
