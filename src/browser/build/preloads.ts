import path from 'node:path';
import type { Plugin } from 'vite';

/** Source files of the chunks that a page needs at once, beside those of the entry. `{locale}` is the language. */
export type PageSources = Record<string, string[]>;

/**
 * Writes `preloads.json` into the build: page, language, addresses of the chunks and texts. The service names them in the
 * page's head, so that they are fetched beside the entry instead of after it.
 */
export function preloads(pages: PageSources): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const entry = chunks.find((chunk) => chunk.isEntry);
      const withImports = (file: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(file)) return seen;
        seen.add(file);
        for (const imported of byFile.get(file)?.imports ?? []) withImports(imported, seen);
        return seen;
      };
      const loaded = withImports(entry?.fileName ?? '');
      const textsOf = (source: string): string => {
        const file = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.originalFileNames.includes(source),
        );
        return file ? `/${file.fileName}` : this.error(`preloads: no file of the build holds ${source}`);
      };
      const addressesOf = (source: string): string[] => {
        if (source.endsWith('.json')) return [textsOf(source)];
        const module = path.resolve(source);
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split('?')[0] === module));
        if (!chunk) this.error(`preloads: no chunk holds ${source}`);
        return [...withImports(chunk.fileName)].filter((file) => !loaded.has(file)).map((file) => `/${file}`);
      };
      const list = Object.entries(pages).map(([page, sources]) => {
        const languages = ['de', 'en'].map((locale) => [
          locale,
          [...new Set(sources.flatMap((source) => addressesOf(source.replace('{locale}', locale))))],
        ]);
        return [page, Object.fromEntries(languages)];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(list)),
      });
    },
  };
}
