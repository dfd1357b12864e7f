import type { Rolldown } from 'vite';

const anyOf = (...patterns: string[]): RegExp =>
  new RegExp(patterns.map((pattern) => pattern.replaceAll('/', '[\\\\/]')).join('|'));

/** What an application needs at its start beside the parts of every page: its workflows, rules, form parts. */
const workflows = anyOf(
  '/machines/(?:application|form)/[^?]*\\.ts$',
  '/machines/(?:drafts/drafts\\.(?:machine|selectors)|process/process\\.(?:guards|steps))\\.ts$',
  '/src/forms/[^?]*\\.ts$',
  '/src/browser/(?:application|first-answers|upload|route-of)[^/]*\\.tsx?$',
  '/src/browser/wiring/(?:application|drafts|form|provider-window|rules|upload|portal)[^/]*\\.ts$',
  '/ui/frame/(?:application-frame|save-state)',
  '/ui/form/(?:error-text|field-props|use-form)\\.',
  '/ui/screens/application/application-(?:context|layout)\\.',
  '/ui/screens/shared/(?:application-tools|back-button|same-value)',
  '/ui/kit/(?:choice|error-summary|steps)\\.',
  '/node_modules/json-logic-js/',
);

/** What nearly every screen of both bundles is made of. */
const portal = anyOf(
  '/machines/(?:kit|login|location|portal|session)/[^?]*\\.ts$',
  '/src/contract/[^?]*\\.ts$',
  '/src/browser/(?!public|build)[^?]*\\.tsx?$',
  '/ui/frame/',
  '/ui/kit/(?:alert|button|classes|field|heading|icon|layout|link|loader|text-input|visually-hidden)\\.',
  '/ui/screens/shared/(?:frame-props|document-head|paths|portal-context|problem-)',
);

/**
 * Few larger chunks instead of many small ones: each request and each dictionary of its own costs a phone
 * more than the bytes it saves. What the first page does not need stays in chunks of its own.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  // A group is what it names: what two groups need belongs to neither of them.
  includeDependenciesRecursively: false,
  groups: [
    { name: 'workflows', test: workflows, tags: ['$initial'], priority: 4 },
    { name: 'react', test: anyOf('/node_modules/(?:react|react-dom|scheduler)/'), priority: 3 },
    { name: 'libraries', test: anyOf('/node_modules/'), tags: ['$initial'], priority: 2 },
    { name: 'portal', test: portal, priority: 1 },
  ],
};

/** Modules that only declare something: unused ones are left out although a selector file imports them. */
export const pureModules = [
  { test: /[\\/](?:machines|src[\\/](?:contract|forms)|ui)[\\/][^?]*\.tsx?$/, sideEffects: false },
];

/** React has had this built in since version 18. */
export const smallerModules = [
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: 'use-sync-external-store/with-selector',
  },
];
