import { expect, it } from 'vitest';
import type { ProcessRow } from '#server/processes/row.ts';
import { replyPostboxOf } from './reply-postbox.ts';

it.each([
  ['accepted', 'a postbox', 'a postbox'],
  [null, 'a postbox', 'a postbox'],
  ['declined', 'a postbox', null],
  ['accepted', null, null],
])('the authority is told the postbox unless the notice comes by post: %s, %s', (notice, handle, told) => {
  const process = { context: { notice }, applicant: { name: 'Petra', postboxHandle: handle } };
  expect(replyPostboxOf(process as unknown as ProcessRow)).toBe(told);
});
