import type { DraftView, SentView } from '#contract/personal-area.ts';
import { draftIsMoving, sentApplicationIsOpen } from '#machines/drafts/drafts.guards.ts';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';

import type { DraftsContext, DraftsEvent, DraftsInput } from '#machines/drafts/drafts.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const draft = (id: string, paidCents: number, running = false): DraftView => ({
  id,
  version: 1,
  metadataId: 'hundesteuer-kiel',
  status: paidCents > 0 ? 'PAID' : 'EDITING',
  nextStep: paidCents > 0 ? 'submission' : 'form',
  running,
  statusChanged: '2026-11-20T10:00:00Z',
  lastUpdated: '2026-11-20T10:00:00Z',
  availableUntil: '2026-12-20T10:00:00Z',
  trustLevel: 'low',
  leiKaId: '99102013000000',
  serviceName: `service of ${id}`,
  authorityName: 'Stadt Kiel',
  areaName: 'Kiel',
  tryUntil: null,
  mail: { to: 'petra@example.com', wanted: true },
  step: null,
  feeDueCents: 0,
  paidCents,
  refundDueCents: 0,
});
const sent = (
  status: SentView['status'],
  statusChecked: string | null,
  newsSince: string | null = null,
): SentView => ({
  id: 'sent',
  status,
  externalIdType: 'FIT_CONNECT',
  externalId: 'delivery',
  messageId: 'message',
  ticketNumber: 'SH-1',
  name: 'service of sent',
  authority: {
    id: 'kiel',
    name: 'Stadt Kiel',
    street: 'Fleethörn',
    streetNumber: '9',
    postalCode: '24103',
    city: 'Kiel',
    phoneNumber: '115',
    email: 'post@example.org',
    contactBox: { addresses: [], emails: [], faxes: [], links: [], services: [], telephones: [] },
  },
  submissionDate: '2026-11-20T10:00:00Z',
  statusChecked,
  course: [],
  owed: null,
  processingTime: null,
  expected: null,
  afterwards: 'The office decides.',
  notice: null,
  newsSince,
  repeat: 'possible',
  downloadsUntil: '2026-12-20T10:00:00Z',
  documentsLang: 'de',
  documents: [],
});
export const none = { substantial: 0, high: 0 };
const FEE = 2600;
const drafts = [draft('unpaid', 0), draft('paid', FEE)];
const settled = sent('SUCCESSFULLY_SUBMITTED', '2026-11-20T11:00:00Z');
export const withNews = sent('SUCCESSFULLY_SUBMITTED', '2026-11-20T11:00:00Z', '2026-11-20T11:00:00Z');
const repeated = { changed: false, page: null, dropped: 0, files: 0, filesLeft: [] };
/** The drafts at the server when the list is out of date. */
const draftsNow = [
  [draft('unpaid', FEE), draft('paid', FEE + 100)],
  [draft('unpaid', FEE, true), draft('paid', FEE, true)],
  [],
];

export const draftsEnds: Ends<DraftsContext> = {
  loadLists: () => ({
    outputs: [
      {
        drafts,
        sent: [sent('SUBMITTED', null)],
        closed: { drafts: { substantial: 1, high: 0 }, sent: none },
      },
      ...[drafts, ...draftsNow].map((those) => ({
        drafts: those,
        sent: [settled],
        closed: { drafts: none, sent: none },
      })),
    ],
    errors: [{ code: 'network' }],
  }),
  markSeen: () => ({ outputs: [undefined], errors: [{ code: 'network' }] }),
  repeatApplication: () => ({ outputs: [repeated], errors: [{ code: 'answers-erased' }] }),
  chooseMails: () => ({ outputs: [undefined], errors: [{ code: 'network' }] }),
  deleteDraft: () => ({ outputs: [undefined], errors: [{ code: 'status-conflict' }, { code: 'network' }] }),
};

const events: readonly DraftsEvent[] = [
  { type: 'draft.deleteRequested', draft: drafts[0]! },
  { type: 'draft.deleteRequested', draft: drafts[1]! },
  { type: 'deletion.confirmed' },
  { type: 'consent.changed', agreed: true },
  { type: 'consent.changed', agreed: false },
  { type: 'deletion.cancelled' },
  { type: 'course.opened', application: withNews },
  { type: 'course.opened', application: settled },
  { type: 'repeat.requested', application: settled },
  { type: 'tab.left' },
  { type: 'tab.returned', awayMs: 60_000 },
  { type: 'tab.returned', awayMs: 1_000 },
  { type: 'mails.chosen', id: 'unpaid', wanted: false },
  { type: 'mails.chosen', id: 'unpaid', wanted: true },
  { type: 'list.refreshRequested' },
  { type: 'locale.changed', locale: 'en' },
  { type: 'list.asked', asked: '' },
  { type: 'list.asked', asked: '?kind=sent&q=Kiel&page=2&after=a.sent' },
];

export type DraftsStep = DraftsEvent | InternalEvent;

export const draftsSubject: Subject<DraftsStep, DraftsContext, DraftsInput> = {
  name: 'drafts',
  machine: draftsMachine,
  starts: [{ id: 'personal area', input: { locale: 'de' } }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, draftsEnds)],
  abstraction: ({ chosen, agreed, drafts: listed, sent, refreshes, away }) => [
    chosen && [chosen.id, chosen.paidCents, agreed],
    sent.some(sentApplicationIsOpen) || listed.some(draftIsMoving),
    refreshes > 0,
    away,
  ],
  sentences: {
    ...internalSentences,
    'draft.deleteRequested': (event) => `the draft "${event.draft.id}" is to be deleted`,
    'deletion.confirmed': () => 'the person confirms',
    'consent.changed': ({ agreed }) =>
      `the person ${agreed ? 'agrees' : 'does not agree'} to lose a paid draft`,
    'deletion.cancelled': () => 'the person cancels',
    'course.opened': ({ application }) =>
      `the course of an application ${application.newsSince ? 'with' : 'without'} news is opened`,
    'repeat.requested': () => 'the person applies again',
    'tab.left': () => 'the page goes out of view',
    'tab.returned': ({ awayMs }) => `the page is in view again after ${awayMs / 1000} seconds`,
    'mails.chosen': ({ wanted }) => `e-mails before the deletion are ${wanted ? 'wanted' : 'declined'}`,
    'list.refreshRequested': () => 'the list is asked for again',
    'locale.changed': (event) => `the language changes to ${event.locale}`,
    'list.asked': ({ asked }) =>
      `the address asks for ${asked === '' ? 'everything' : 'a page of the lists'}`,
  },
};
