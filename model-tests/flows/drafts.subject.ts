import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import { sentApplicationIsOpen } from '#machines/drafts/drafts.selectors.ts';
import type {
  DraftsContext,
  DraftsEvent,
  DraftsInput,
  DraftView,
  SentView,
} from '#machines/drafts/drafts.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const draft = (id: string, paid: boolean): DraftView => ({
  id,
  status: paid ? 'PAID' : 'EDITING',
  statusChanged: '2026-11-20T10:00:00Z',
  lastUpdated: '2026-11-20T10:00:00Z',
  availableUntil: '2026-12-20T10:00:00Z',
  trustLevel: 'low',
  leiKaId: '99102013000000',
  serviceName: `service of ${id}`,
  authorityName: 'Stadt Kiel',
  areaName: 'Kiel',
  paid,
});
const sent = (status: SentView['status'], statusChecked: string | null): SentView => ({
  id: 'sent',
  status,
  externalIdType: 'FIT_CONNECT',
  externalId: 'delivery',
  messageId: 'message',
  ticketNumber: 'SH-1',
  name: 'service of sent',
  authority: {
    name: 'Stadt Kiel',
    street: 'Fleethörn',
    streetNumber: '9',
    postalCode: '24103',
    city: 'Kiel',
    phoneNumber: '115',
    email: 'post@example.org',
  },
  submissionDate: '2026-11-20T10:00:00Z',
  statusChecked,
  downloadsUntil: '2026-12-20T10:00:00Z',
  documents: [],
});
const drafts = [draft('unpaid', false), draft('paid', true)];

export const draftsEnds: Ends<DraftsContext> = {
  loadLists: () => ({
    outputs: [
      { drafts, sent: [sent('SUBMITTED', null)], closed: { substantial: 1, high: 0 } },
      {
        drafts,
        sent: [sent('SUCCESSFULLY_SUBMITTED', '2026-11-20T11:00:00Z')],
        closed: { substantial: 0, high: 0 },
      },
    ],
    errors: [{ code: 'network' }],
  }),
  deleteDraft: () => ({ outputs: [undefined], errors: [{ code: 'status-conflict' }] }),
};

const events: readonly DraftsEvent[] = [
  { type: 'draft.deleteRequested', draft: drafts[0]! },
  { type: 'draft.deleteRequested', draft: drafts[1]! },
  { type: 'deletion.confirmed' },
  { type: 'deletion.cancelled' },
  { type: 'list.refreshRequested' },
  { type: 'locale.changed', locale: 'en' },
];

export const draftsSubject: Subject<DraftsEvent | InternalEvent, DraftsContext, DraftsInput> = {
  name: 'drafts',
  machine: draftsMachine,
  starts: [{ id: 'personal area', input: { locale: 'de' } }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, draftsEnds)],
  facts: ({ chosen, sent, refreshes }) => [
    chosen?.paid ?? null,
    sent.some(sentApplicationIsOpen),
    refreshes > 0,
  ],
  sentences: {
    ...internalSentences,
    'draft.deleteRequested': (event) => `the draft "${event.draft.id}" is to be deleted`,
    'deletion.confirmed': () => 'the person confirms',
    'deletion.cancelled': () => 'the person cancels',
    'list.refreshRequested': () => 'the list is asked for again',
    'locale.changed': (event) => `the language changes to ${event.locale}`,
  },
};
