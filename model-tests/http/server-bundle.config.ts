import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** Programs that tests start, and the programs and threads that the server starts. */
const scripts = [
  'src/server/main.ts',
  'model-tests/http/kept-server.ts',
  'model-tests/http/crashing-server.ts',
  'model-tests/http/full-disk-server.ts',
  'model-tests/http/paused-server.ts',
  'model-tests/http/talking-server.ts',
  'src/server/content-store/worker.ts',
  'src/server/storage/initdb.ts',
  'src/server/identity/saml-worker.ts',
  'src/server/examination/examination-worker.ts',
];

const root = path.resolve(import.meta.dirname, '../..');
const nameOf = (script: string) => path.basename(script, '.ts');

/** Every module still finds what lies beside its source; only the threads run from the bundle, too. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    order: 'pre',
    handler(code, id) {
      const file = id.split('?')[0]!;
      return code
        .replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', HERE)")
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll(/\b__dirname\b/g, JSON.stringify(path.dirname(file)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(file))
        .replaceAll("', HERE)", "', import.meta.url)");
    },
  },
};

/** The server in few files, unchanged otherwise (server-bundle.ts). */
export default defineConfig({
  root,
  plugins: [ownPlaces],
  publicDir: false,
  // These packages load files of their own, or are optional.
  ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg', 'pg-native', 'pino'] },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Tree shaking removes calls with an unused result, even if it matters whether they throw.
      treeshake: false,
      input: Object.fromEntries(scripts.map((script) => [nameOf(script), path.join(root, script)])),
      output: { minify: false, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
