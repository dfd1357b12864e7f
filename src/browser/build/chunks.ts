import path from 'node:path';
import type { Rolldown } from 'vite';

const anyOf = (...patterns: string[]): RegExp =>
  new RegExp(patterns.map((pattern) => pattern.replaceAll('/', '[\\\\/]')).join('|'));

/**
 * Modules that an application needs at its start in addition to the parts of every page: its workflows, rules, form
 * parts.
 */
const workflows = anyOf(
  '/machines/(?:application|conflict|cover|form|keeping|process|restoring|saving|upload|windows)/[^?]*\\.ts$',
  '/machines/(?:drafts/drafts\\.guards|embedded/embedded\\.(?:entries|selectors)|kit/asking-again)\\.ts$',
  '/src/forms/[^?]*\\.ts$',
  '/src/contract/calls\\.ts$',
  '/src/domain/(?:admission|public-holidays|saved-answers|submission-step)\\.ts$',
  '/src/browser/(?:application/(?!app\\.|[\\w-]+-page\\.)|first-answers|upload|route-of)[^?]*\\.tsx?$',
  '/src/browser/wiring/(?:add-flows|application|conflict|cover|form|keeping|own-window|process-call|provider-window|restoring|saving|session-host|upload|portal|watch-(?:return|tab)|windows)[^?]*\\.ts$',
  '/ui/frame/(?:application-frame|save-state)',
  '/ui/form/(?:area-alert|error-text|field-props|file-advice|file-texts|use-form)\\.',
  '/ui/screens/application/(?:application-(?:context|layout)|editing-banner|form-save-state|frame-id|keep-button|keep-instead|keeping|other-place-link|use-has-unsaved|use-is-covered|use-keeping|use-saving)\\.',
  '/ui/screens/shared/(?:application-tools|back-button|data-source-text|fourth-day|guide-with-authority|helps-support|level-button|level-note|login-(?:button|guide)|problem-alert|session-spans|use-step-up|watch-form)\\.',
  '/ui/kit/(?:error-summary|summary-group|steps|text-input)\\.',
  '(?:/|:)json-logic-js',
  '/node_modules/(?:dequal/|punycode/|@tanstack/react-router/dist/esm/(?:lazyRouteComponent|useBlocker))',
);

/** The flows of a person's lists of applications and logins: only their pages need them. */
const lists = anyOf('/machines/(?:drafts|logins|ownData)/[^?]*\\.ts$');

/** The flow of a form that a form server shows, with its frame: few forms need it. */
const frames = anyOf(
  '/machines/embedded/[^?]*\\.ts$',
  '/src/browser/wiring/(?:embedded|frame-channel)\\.ts$',
  '/ui/screens/application/embedded-form\\.',
);

/** Fields for files: those of forms, and of documents that are handed in. */
const files = anyOf('/ui/kit/file-(?:input|row)\\.');

/** Notices of the end of a session (ui/screens/shared/ending.ts). */
const ending = anyOf(
  '/ui/screens/shared/(?:coming-end|countdown|end-kind|ended-list|ending|ending-dialog|expired-dialog|login-again-links|session-(?:end|warnings)|ticket-number)\\.',
  '/ui/kit/copy-button\\.',
);

/** Questions to the person, and times: applications need them at once, the other pages only with a session. */
const questions = anyOf(
  '/ui/kit/(?:choice|dialog|field-group)\\.',
  '/(?:src/domain/german-time|ui/screens/shared/format)\\.ts$',
);

/** Parts of nearly every screen of both bundles. */
const portal = anyOf(
  '/machines/(?:accountLogout|build|kit|loading|location|login|notifications|portal|search|session)/[^?]*\\.ts$',
  '/src/(?:contract|domain)/[^?]*\\.ts$',
  '/src/browser/(?!public/(?!answers|payload)|application/app\\.|build/|inspection/(?!inspected))[^?]*\\.tsx?$',
  '/ui/frame/',
  'vite/preload-helper',
  '/locales/',
  '/ui/(?:kit|screens/(?:errors|shared))/',
);

/**
 * Modules that are fetched with the page and run before the others are requested: the longest piece of work at the
 * start.
 */
const react = anyOf(
  '/node_modules/(?:react|react-dom|scheduler|use-sync-external-store)/',
  '/src/browser/react\\.ts$',
);

/**
 * Few larger chunks instead of many small ones: each request and each separate compression dictionary costs a phone
 * more than the bytes it saves. Code that the first page does not need stays in chunks of its own.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  // A group contains only the modules that it names: dependencies of two groups belong to neither of them.
  includeDependenciesRecursively: false,
  groups: [
    { name: 'workflows', test: workflows, priority: 4 },
    { name: 'lists', test: lists, priority: 3 },
    { name: 'frames', test: frames, priority: 3 },
    { name: 'files', test: files, priority: 3 },
    { name: 'ending', test: ending, priority: 3 },
    { name: 'questions', test: questions, priority: 3 },
    { name: 'react', test: react, priority: 5 },
    { name: 'libraries', test: anyOf('/node_modules/', '\0module:'), tags: ['$initial'], priority: 2 },
    { name: 'portal', test: portal, priority: 1, minShareCount: 2 },
  ],
};

const runAtOnce = new Set(['react', 'libraries', 'portal', 'workflows', 'public', 'application']);

/**
 * Marks the chunks in which nearly all functions are called at the start: Chromium then compiles them in parallel while
 * they arrive, instead of one by one when called.
 */
export const compileHint = ({ name }: Pick<Rolldown.RenderedChunk, 'name'>): string =>
  runAtOnce.has(name) ? '//# allFunctionsCalledOnLoad' : '';

/** Modules that only declare something: unused ones are left out although a selector file imports them. */
export const pureModules = [
  { test: /[\\/]node_modules[\\/]@statelyai[\\/]inspect[\\/]/, sideEffects: false },
  { test: /[\\/](?:machines|src[\\/](?:contract|forms)|ui)[\\/][^?]*\.tsx?$/, sideEffects: false },
];

/** `@statelyai/inspect` imports transports to hosts of its own, which the portal must not contain. */
export const noTransports = [
  {
    find: /^(?:partysocket|superjson|isomorphic-ws|ws|fast-safe-stringify)$/,
    replacement: path.resolve('src/browser/build/no-transport.ts'),
  },
];

/** Modules that React has had built in since version 18. */
export const smallerModules = [
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: 'use-sync-external-store/with-selector',
  },
];
