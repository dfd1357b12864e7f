import { expect, it } from 'vitest';
import { eventOf } from './frame-messages.ts';

const CASE = '0d3c3c5e-6b3e-4f6a-9a55-0c3f2b1a9e10';
const OTHER = '8a147205-a032-4077-bd9f-ff4452a2fae6';
const page = { page: 'p1', title: 'Seite 1' };

it.each([
  ['lip:ready', page, { type: 'frame.readied', ...page }],
  ['lip:height', { height: 400 }, { type: 'frame.resized', height: 400 }],
  ['lip:page', page, { type: 'frame.pageShown', ...page }],
  ['lip:dirty', { dirty: true }, { type: 'frame.dirtied', dirty: true }],
  ['lip:progress', { revision: 3, page: 'p1' }, { type: 'frame.progressed', revision: 3 }],
  ['lip:complete', { revision: 4 }, { type: 'frame.completed', revision: 4 }],
  ['lip:cancel', {}, { type: 'frame.cancelled' }],
  ['lip:session', { state: 'lost' }, { type: 'frame.ended' }],
  ['lip:session', { state: 'expiring' }, { type: 'frame.warned' }],
])('%s %j means what it says for its case, and nothing for another one', (type, said, event) => {
  const message = { v: 1, type, ...said };
  expect(eventOf({ ...message, caseId: CASE }, CASE)).toEqual(event);
  expect(eventOf({ ...message, caseId: OTHER }, CASE)).toBeNull();
});

it('a page without a case can only say that there is no session', () => {
  const message = { v: 1, type: 'lip:session', caseId: null };
  expect(eventOf({ ...message, state: 'lost' }, CASE)).toEqual({ type: 'frame.ended' });
  expect(eventOf({ ...message, state: 'expiring' }, CASE)).toBeNull();
});

it.each([null, 'lip:ready', {}, { v: 2, type: 'lip:cancel', caseId: CASE }])(
  '%j means nothing',
  (message) => {
    expect(eventOf(message, CASE)).toBeNull();
  },
);
