import { mailMachine } from '#machines/mail/mail.machine.ts';
import type { MailContext, MailEvent, MailInput } from '#machines/mail/mail.types.ts';
import type { Subject } from '../paths/subject.ts';

const events: readonly MailEvent[] = [
  { type: 'mail.accepted' },
  { type: 'mail.refused', problem: '550 5.1.1' },
  { type: 'mail.deferred', problem: '451', nextTryAt: '2026-11-20T10:01:00.000Z' },
  { type: 'mail.deferred', problem: '451', nextTryAt: '2026-11-22T10:00:00.001Z' },
  { type: 'mail.outdated' },
];

export const mailSubject: Subject<MailEvent, MailContext, MailInput> = {
  name: 'mail',
  machine: mailMachine,
  starts: [
    {
      id: 'for two days',
      input: { nextTryAt: '2026-11-20T10:00:00.000Z', tryUntil: '2026-11-22T10:00:00.000Z' },
    },
  ],
  events: () => events,
  abstraction: ({ tries }) => ({ tried: tries > 0 }),
  sentences: {
    'mail.accepted': () => 'the mail server takes the e-mail',
    'mail.refused': () => 'the mail server refuses the e-mail for good',
    'mail.deferred': ({ nextTryAt }) =>
      `the mail server does not take it now; the next try is at ${nextTryAt}`,
    'mail.outdated': () => 'what it would say is not true any more',
  },
};
