import path from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '#domain/locale.ts';

/** Source files that a screen needs at once, in addition to those of its bundle. `{locale}` is the language. */
export type PageSources = Record<string, string[]>;

/**
 * Writes `pages.json` into the build: for each bundle its script and style sheet, for each screen in each language the
 * chunks and texts it needs at once. The server builds the heads of the pages from it.
 * @param bundles source file of each bundle's entry
 */
export function pageFiles(bundles: Record<string, string>, pages: PageSources): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      // An import runs the script, and in a circle waits for it: shared code belongs in a group (chunks.ts).
      for (const { fileName, imports } of chunks) {
        const script = imports.map((file) => byFile.get(file)).find((imported) => imported?.isEntry);
        if (script) this.error(`page-files: ${fileName} imports from the script ${script.fileName}`);
      }
      // Imports come first.
      const withImports = (file: string, seen = new Set<string>(), all = new Set<string>()): Set<string> => {
        if (seen.has(file)) return all;
        seen.add(file);
        for (const imported of byFile.get(file)?.imports ?? []) withImports(imported, seen, all);
        return all.add(file);
      };
      const chunkOf = (source: string) => {
        const module = path.resolve(source);
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split('?')[0] === module));
        return chunk ?? this.error(`page-files: no chunk holds ${source}`);
      };
      const entryOf = (source: string) =>
        chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === path.resolve(source)) ??
        this.error(`page-files: ${source} is no entry of the build`);
      const textsOf = (source: string): string => {
        const file = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.originalFileNames.includes(source),
        );
        return file ? `/${file.fileName}` : this.error(`page-files: no file of the build holds ${source}`);
      };
      const entries = Object.entries(bundles).map(([name, source]) => {
        const chunk = entryOf(source);
        const files = [...withImports(chunk.fileName)];
        const styles = files.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]);
        const chunksOfScript = files.map((file) => `/${file}`);
        const script = chunksOfScript.pop();
        return [name, { script, chunks: chunksOfScript, styles: styles.map((file) => `/${file}`) }];
      });
      const loaded = withImports(entryOf(bundles.application ?? '').fileName);
      const addressesOf = (source: string): string[] =>
        source.endsWith('.json')
          ? [textsOf(source)]
          : [...withImports(chunkOf(source).fileName)]
              .filter((file) => !loaded.has(file))
              .map((file) => `/${file}`);
      const screens = Object.entries(pages).map(([page, sources]) => {
        const languages = locales.map((locale) => [
          locale,
          [...new Set(sources.flatMap((source) => addressesOf(source.replace('{locale}', locale))))],
        ]);
        return [page, Object.fromEntries(languages)];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify({
          bundles: Object.fromEntries(entries),
          screens: Object.fromEntries(screens),
        }),
      });
    },
  };
}
