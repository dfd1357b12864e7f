import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Renderer } from '#contract/rendering.ts';
import type { Locale } from '#domain/locale.ts';
import { type SplitStyles, splitStyles } from './first-styles.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** Folder of the built browser application, which is served unchanged. */
export const dist = path.join(root, 'dist');
const rendererFiles = ['render-public.js', 'render-application.js'].map((file) =>
  path.join(root, 'dist-server', file),
);

export type Bundle = 'start' | 'public' | 'application';
/** Addresses; the chunks in the order in which they import one another, without the script itself. */
type BundleFiles = { script: string; chunks: string[]; styles: string[] };

/** The files of which pages consist, read once at start. */
export type PageFiles = {
  /** Id that changes with every build. */
  buildId: string;
  bundles: Record<Bundle, BundleFiles>;
  /** Chunks and texts that a screen of the application needs at once. */
  screens: Record<string, Record<Locale, string[]>>;
  /** Script of a public page, inlined. */
  start: string;
  /** Style sheets, inlined: that of public pages in its parts, and that of applications. */
  css: SplitStyles & { application: string };
  /** Symbols for the icons of a page (ui/kit/icon.tsx), as they are included in it. */
  icons: string;
  renderer: Renderer;
};

/** Reads the built browser application; null when there is none (a server behind its own pages). */
export async function readPageFiles(): Promise<PageFiles | null> {
  if (![path.join(dist, 'pages.json'), ...rendererFiles].every(existsSync)) return null;
  const list = readFileSync(path.join(dist, 'pages.json'), 'utf8');
  const { bundles, screens } = JSON.parse(list) as Pick<PageFiles, 'bundles' | 'screens'>;
  const cssOf = ({ styles }: BundleFiles) =>
    styles.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('');
  const buildId = createHash('sha256').update(list);
  for (const file of rendererFiles) buildId.update(readFileSync(file));
  const renderers = await Promise.all(rendererFiles.map((file) => import(pathToFileURL(file).href)));
  return {
    buildId: buildId.digest('hex').slice(0, 16),
    bundles,
    screens,
    start: readFileSync(path.join(dist, bundles.start.script), 'utf8').trim(),
    css: { ...splitStyles(cssOf(bundles.start)), application: cssOf(bundles.application) },
    icons: `<div hidden>${readFileSync(path.join(root, 'ui/kit/icons.svg'), 'utf8').replaceAll('\n', '')}</div>`,
    renderer: Object.assign({}, ...renderers) as Renderer,
  };
}
