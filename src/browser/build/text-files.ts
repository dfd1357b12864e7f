import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const addresses = path.resolve('src/browser/i18n/addresses.ts');
/** Texts of the server alone. */
const NOT_FOR_BROWSERS = /[\\/](?:documents|drawing|flows|operations|rules|statements|workshop)\.json$/;

/**
 * Puts all texts of the browser in one folder, named by their contents: a page then knows one name instead of one for
 * each file.
 */
export const textFiles = (): Plugin => ({
  name: 'text-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  load(id) {
    if (path.resolve(id) !== addresses) return null;
    const files = globSync('locales/*/*.json')
      .filter((file) => !NOT_FOR_BROWSERS.test(file))
      .map((file) => ({ name: file.replaceAll('\\', '/'), source: readFileSync(file) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const hash = createHash('sha256');
    for (const { name, source } of files) hash.update(`${name}\0`).update(source);
    const folder = hash.digest('base64url').slice(0, 8);
    for (const { name, source } of files) {
      const fileName = `assets/texts-${folder}/${name.replace('locales/', '')}`;
      this.emitFile({
        type: 'asset',
        fileName,
        originalFileName: name,
        source: JSON.stringify(JSON.parse(source.toString())),
      });
    }
    return `export const addressOfTexts = (language, namespace) =>
  \`/assets/texts-${folder}/\${language}/\${namespace}.json\`;`;
  },
});
