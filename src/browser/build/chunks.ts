import type { Rolldown } from 'vite';

/** Workflows, rules, and the parts that nearly every screen is made of. */
const firstParts = new RegExp(
  [
    '[\\\\/]machines[\\\\/](?:application|form|login|portal|session)[\\\\/][^?]*\\.ts$',
    '[\\\\/]machines[\\\\/](?:drafts[\\\\/]drafts\\.(?:machine|selectors)|process[\\\\/]process\\.(?:guards|steps))\\.ts$',
    '[\\\\/]src[\\\\/](?:browser|contract|forms)[\\\\/][^?]*\\.tsx?$',
    '[\\\\/]ui[\\\\/]frame[\\\\/]',
    '[\\\\/]ui[\\\\/]form[\\\\/](?:error-text|field-props|use-form)\\.',
    '[\\\\/]ui[\\\\/]screens[\\\\/]application[\\\\/]application-(?:context|layout)\\.',
    '[\\\\/]ui[\\\\/]kit[\\\\/](?:alert|button|classes|choice|error-summary|field|heading|icon|layout|link|loader|steps|text-input|visually-hidden)\\.',
    '[\\\\/]ui[\\\\/]screens[\\\\/]shared[\\\\/](?:back-button|frame-props|page-title|paths|portal-context|problem-|same-value)',
  ].join('|'),
);

/**
 * Few larger chunks instead of many small ones: each request and each dictionary of its own costs a phone
 * more than the bytes it saves. What the first page does not need stays in chunks of its own.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 2 },
  { name: 'portal', test: firstParts, priority: 1 },
];

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
