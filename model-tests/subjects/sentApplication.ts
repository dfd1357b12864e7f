import { sentApplicationMachine } from '#machines/sentApplication/sentApplication.machine.ts';
import type {
  SentApplicationContext,
  SentApplicationEvent,
} from '#machines/sentApplication/sentApplication.types.ts';
import type { Subject } from '../paths/subject.ts';

const ISSUED_AT = '2026-11-20T10:00:00Z';

const events: readonly SentApplicationEvent[] = [
  { type: 'delivery.created', issuedAt: ISSUED_AT },
  { type: 'delivery.submitted', issuedAt: ISSUED_AT },
  { type: 'delivery.notified', issuedAt: ISSUED_AT },
  { type: 'delivery.forwarded', issuedAt: ISSUED_AT },
  { type: 'delivery.accepted', issuedAt: ISSUED_AT },
  { type: 'delivery.rejected', problems: ['attachment missing'], issuedAt: ISSUED_AT },
  { type: 'delivery.deleted', issuedAt: ISSUED_AT },
  { type: 'delivery.unreachable' },
  { type: 'delivery.unproven' },
];

export const sentApplicationSubject: Subject<SentApplicationEvent, SentApplicationContext, undefined> = {
  name: 'sentApplication',
  machine: sentApplicationMachine,
  starts: [{ id: 'just sent', input: undefined }],
  events: () => events,
  abstraction: () => null,
  sentences: {
    'delivery.created': () => 'the delivery service has opened a case',
    'delivery.submitted': () => 'the delivery service has taken the application',
    'delivery.notified': () => 'the authority was told',
    'delivery.forwarded': () => 'the application was forwarded',
    'delivery.accepted': () => 'the authority accepts it',
    'delivery.rejected': () => 'the authority rejects it',
    'delivery.deleted': () => 'the application is deleted at the delivery service',
    'delivery.unreachable': () => 'the delivery service cannot be reached',
    'delivery.unproven': () => 'an event is not what it claims to be',
  },
};
