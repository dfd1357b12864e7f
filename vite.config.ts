/// <reference types="vitest/config" />
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  codeSplitting,
  compileHint,
  noTransports,
  pureModules,
  smallerModules,
} from '#browser/build/chunks.ts';
import { commonJs } from '#browser/build/common-js.ts';
import { compress } from '#browser/build/compress.ts';
import { contractOutline } from '#browser/build/contract-outline.ts';
import { pageFiles } from '#browser/build/page-files.ts';
import { bundles, pageSources, WORKSHOP_ENTRY } from '#browser/build/page-sources.ts';
import { plainImports } from '#browser/build/plain-imports.ts';
import { plainLinks } from '#browser/build/plain-links.ts';
import { textFiles } from '#browser/build/text-files.ts';
import { untitledStates } from '#browser/build/untitled-states.ts';
import { LongestFirst } from '#model-tests/longest-first.ts';
import { readKeptRun } from '#model-tests/reporting/kept-run.ts';
import { restOfTests } from '#model-tests/rest-of-tests.ts';
import { shareOfCases } from '#model-tests/share-of-cases.ts';
import { slowUnitTests } from '#model-tests/slow-unit-tests.ts';

/** Tests that start whole servers of their own. */
const serverTests = ['model-tests/{http,browser}/**/*.test.ts'];

/**
 * The projects share one queue and so must agree in this. Twice as many as cores: those with a server wait for it half
 * of their time.
 */
const MAX_WORKERS = 4;

/** Tests of what is for a browser's bundler: its files are transformed by vite, and many need a document. */
const screenTests = ['{ui,src/browser}/**/*.test.{ts,tsx}', 'model-tests/**/*.test.tsx'];

/** Nothing in the other tests is for a bundler: Node loads them itself, in half of the time. */
const experimental = { viteModuleRunner: false };

/** True in `npm test`. */
const isShort = Boolean(process.env.WITHOUT_REST_OF_TESTS);

/** What hangs in a test without a server is ended after this time; it holds one of the workers until then. */
const HANGING_MS = 300_000;

/** Files that every project leaves out: `npm test` those of `npm run test:rest`. */
const leftForLater = isShort ? restOfTests : [];

/** Files that the projects without a server leave out; `npm run test:fast` the slow files as well. */
const leftOut = [
  ...serverTests,
  ...leftForLater,
  ...(process.env.WITHOUT_SLOW_TESTS ? slowUnitTests(readKeptRun()) : []),
];

export default defineConfig({
  plugins: [
    react(),
    contractOutline(),
    plainImports(),
    plainLinks(),
    textFiles(),
    untitledStates(),
    commonJs(),
    pageFiles(bundles, pageSources),
    compress(),
  ],
  resolve: { alias: [...smallerModules, ...noTransports] },
  builder: {},
  // What a worker loads later is a file of its own.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        outDir: 'dist',
        target: 'es2022',
        // The server names what a page needs in its head; this would name it once more in the code.
        modulePreload: false,
        sourcemap: false,
        license: { fileName: 'licences/libraries.txt' },
        rolldownOptions: {
          input: bundles,
          treeshake: { moduleSideEffects: pureModules },
          output: { codeSplitting, postBanner: compileHint },
        },
      },
    },
    /** The build that renders pages in the server, with React as it is in production. */
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist-server',
        target: 'node24',
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: {
          input: {
            'render-public': 'src/browser/public/render.tsx',
            'render-application': 'src/browser/application/render.tsx',
          },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
    /** The workshop: a build of its own, so that nothing of it is in what citizens load. */
    workshop: {
      consumer: 'client',
      build: {
        outDir: 'dist',
        emptyOutDir: false,
        copyPublicDir: false,
        assetsDir: 'assets/workshop',
        target: 'es2022',
        modulePreload: false,
        // A tool is loaded once; the languages and all workflows are in it.
        chunkSizeWarningLimit: 700,
        manifest: 'workshop.json',
        license: { fileName: 'assets/workshop/licences.txt' },
        rolldownOptions: { input: WORKSHOP_ENTRY },
      },
    },
  },
  test: {
    provide: { shareOfCases: shareOfCases(isShort) },
    sequence: { sequencer: LongestFirst },
    maxWorkers: MAX_WORKERS,
    // Files share a process, so that what they have in common is loaded once; each that needs a server starts its own.
    isolate: false,
    // Limits for what never comes, not for what comes late on a busy machine.
    expect: { poll: { timeout: 300_000 } },
    hookTimeout: 600_000,
    testTimeout: 1_200_000,
    // Compiled sources of libraries are kept for the next file. Files with an embedded database are done before its
    // code is fully optimised. Generated worlds and forms live long enough to be moved out of a small new space at once.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, 'node_modules/.cache/node') },
    execArgv: [
      '--liftoff-only',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--initial-old-space-size=512',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{machines,src,bench,deploy,model-tests}/**/*.test.ts'],
          exclude: [...screenTests, ...leftOut],
          testTimeout: HANGING_MS,
          experimental,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: screenTests,
          exclude: leftOut,
          // Also for those that need no document: a process is shared by files of the same environment.
          environment: 'jsdom',
          setupFiles: ['ui/screens/testing/fresh-window.ts', 'ui/screens/testing/patience.ts'],
          testTimeout: HANGING_MS,
        },
      },
      {
        extends: true,
        test: {
          // One project for both folders: a process is used again only for the next file of the same project.
          name: 'server',
          include: serverTests,
          exclude: leftForLater,
          globalSetup: 'model-tests/http/prepare.ts',
          experimental,
        },
      },
    ],
  },
});
