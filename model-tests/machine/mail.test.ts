import { expect, it } from 'vitest';
import type { MailState } from '#domain/mail.ts';
import type { MailEvent, MailEventType } from '#machines/mail/mail.types.ts';
import { mailSubject } from '../subjects/mail.ts';
import { assertionsOf, handlersOf, runStatusMachine } from './status-run.ts';

const types: Record<MailEventType, true> = {
  'mail.accepted': true,
  'mail.refused': true,
  'mail.deferred': true,
  'mail.outdated': true,
};
const states: Record<MailState, true> = {
  waiting: true,
  sent: true,
  refused: true,
  givenUp: true,
  dropped: true,
};
/** End of the tries of the subject's e-mail. */
const END = '2026-11-22T10:00:00.000Z';

function expected(state: string, event: MailEvent): MailState | null {
  if (state !== 'waiting') return null;
  switch (event.type) {
    case 'mail.accepted':
      return 'sent';
    case 'mail.refused':
      return 'refused';
    case 'mail.deferred':
      return event.nextTryAt > END ? 'givenUp' : 'waiting';
    case 'mail.outdated':
      return 'dropped';
  }
}

it('is tried until the mail server has said yes or no, or its time is over, and then stays as it is', async () => {
  const missing = await runStatusMachine(mailSubject, (workflow) => ({
    events: handlersOf(types, workflow, ({ state }, event: MailEvent) => expected(state, event)),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});
