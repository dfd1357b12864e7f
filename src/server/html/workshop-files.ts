import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dist } from './page-files.ts';

/** Addresses of the files of the workshop. */
export type WorkshopFiles = { script: string; styles: string[] };

/** Vite's record of an entry of a build. */
type Manifest = Record<string, { file: string; css?: string[]; isEntry?: boolean }>;

/** Reads the files of the built workshop; null when it is not built. */
export function readWorkshopFiles(): WorkshopFiles | null {
  const file = path.join(dist, 'workshop.json');
  if (!existsSync(file)) return null;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  return entry ? { script: `/${entry.file}`, styles: (entry.css ?? []).map((style) => `/${style}`) } : null;
}
