import { expect, it } from 'vitest';
import { productFiles, sourceOf } from './imports.ts';

/** Code that remembers something, runs by itself, or reads the clock. */
const STATE =
  /\b(useState|useReducer|useEffect|useLayoutEffect|setTimeout|setInterval)\b(?=[<(])|Date\.now|new Date\(\)|context\.now/g;

/**
 * Components that have something of their own, how often, and why: the focus, the place on the screen, a draft of
 * one field's text, what is loaded when, and how a moment is written. What people can do or be shown is a state of a
 * machine.
 */
const ALLOWED: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'ui/form/date-fields.tsx': [2, 'draft of its own text; an example with today’s date'],
  'ui/form/grid-field.tsx': [3, 'focus after a row is added or removed; names of rows for React'],
  'ui/form/output-field.tsx': [4, 'a screen reader is told once a value rests'],
  'ui/form/text-fields.tsx': [1, 'draft of its own text'],
  'ui/screens/account/available-until.tsx': [1, 'days left, as words'],
  'ui/screens/application/editing-alert.tsx': [2, 'focus; "today" or a date'],
  'ui/screens/application/embedded-alerts.tsx': [1, 'brings an alert into view'],
  'ui/screens/application/embedded-form.tsx': [5, 'reports what is on the page; place on the screen, focus'],
  'ui/screens/application/form-steps.tsx': [4, 'focus; reports that the form is on the page'],
  'ui/screens/application/process-screen.tsx': [1, 'what is loaded when'],
  'ui/screens/application/saved-file.tsx': [2, 'address of a file inside the browser'],
  'ui/screens/redirect/close-button.tsx': [2, 'no browser says that it does not close a window'],
  'ui/screens/result/result-news.tsx': [1, 'a screen reader is told what has changed'],
  'ui/screens/result/use-taken-along.ts': [1, 'hears that the page is printed or copied from'],
  'ui/screens/shared/document-head.tsx': [1, 'title of the window'],
  'ui/screens/shared/fourth-day.tsx': [1, 'an example with today’s date'],
  'ui/screens/shared/messages.tsx': [2, 'place on the screen; what is loaded when'],
  'ui/screens/shared/place-picker.tsx': [2, 'whether its list is open'],
  'ui/screens/shared/portal-layout.tsx': [1, 'reports that the page is there'],
  'ui/screens/shared/search-box.tsx': [2, 'draft of its own text'],
  'ui/screens/shared/session-warnings.tsx': [6, 'seconds left, as words; the session decides when it ends'],
  'ui/screens/shared/use-settled.ts': [3, 'what is loaded when'],
  'ui/screens/start/restore-answers.tsx': [2, 'draft of its own text; focus'],
};

const usesIn = (file: string): number => sourceOf(file).match(STATE)?.length ?? 0;

it('screens and forms show states of machines, and have hardly any of their own', () => {
  const found = productFiles('ui/screens', 'ui/form').map((file) => [file, usesIn(file)] as const);
  const allowed = Object.entries(ALLOWED).map(([file, [times]]) => [file, times]);
  expect(found.filter(([, times]) => times > 0)).toEqual(allowed);
});
