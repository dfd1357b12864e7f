import type { DraftView, SentView } from '#contract/personal-area.ts';
import type { DraftsContext, DraftsInput, PersonalArea } from '#machines/drafts/drafts.types.ts';
import { type DraftsStep, draft, draftsSubject, none, withNews } from '../flows/drafts.subject.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import type { Subject, View } from '../paths/subject.ts';

const FEE = 6_000;

/** Changes of the drafts at the server that the page does not know. */
type World = { unpaid?: 'paid' | 'gone'; paid?: 'gone'; seen?: true; declined?: true };
type Context = DraftsContext & World;

/** The drafts of a person: the first is unpaid, the second is paid, the payment of the third is open. */
export type DraftName = 'unpaid' | 'paid' | 'moving';

const settled: SentView = { ...withNews, newsSince: null };

function listsIn({ unpaid, paid, seen, declined }: World): PersonalArea {
  const moving: DraftView = {
    ...draft('moving', 0),
    status: 'PAYMENT_PENDING',
    nextStep: 'payment',
    mail: { to: 'petra@example.com', wanted: !declined },
  };
  const drafts = [
    ...(unpaid === 'gone' ? [] : [draft('unpaid', unpaid === 'paid' ? FEE : 0)]),
    ...(paid === 'gone' ? [] : [draft('paid', FEE)]),
    moving,
  ];
  return { drafts, sent: [seen ? settled : withNews], closed: { drafts: none, sent: none } };
}

const repeated = { changed: false, page: null, dropped: 0, files: 1, filesLeft: [] };
const network = { code: 'network' };

const ends: Ends<Context> = {
  loadLists: (context) => ({ outputs: [listsIn(context)], errors: [network] }),
  markSeen: () => ({ outputs: [undefined], errors: [network] }),
  repeatApplication: () => ({ outputs: [repeated], errors: [network] }),
  chooseMails: () => ({ outputs: [undefined], errors: [network] }),
  deleteDraft: ({ chosen, agreed, unpaid, paid }) => {
    const now = chosen?.id === 'unpaid' ? (unpaid ?? 'unpaid') : (paid ?? 'paid');
    const isDeleted = now === 'unpaid' || (now === 'paid' && agreed);
    return {
      outputs: isDeleted ? [undefined] : [],
      errors: [
        network,
        { code: 'not-found' },
        ...(now === 'unpaid' || (now === 'paid' && !agreed) ? [{ code: 'status-conflict' }] : []),
      ],
    };
  },
};

/** Actions of a person on this screen; a question covers the rest of it. */
function choices({ state, context }: View<Context>): DraftsStep[] {
  const { drafts, sent, locale, away } = context;
  // The person waits for the answer.
  if (/^(marking|repeating)/.test(state)) return [];
  if (/^(confirming|deleting|reconsidering)/.test(state)) {
    return [
      { type: 'deletion.confirmed' },
      { type: 'deletion.cancelled' },
      { type: 'consent.changed', agreed: true },
      { type: 'consent.changed', agreed: false },
    ];
  }
  return [
    { type: 'locale.changed', locale: locale === 'de' ? 'en' : 'de' },
    ...(away
      ? ([5_000, 1_000] as const).map((awayMs): DraftsStep => ({ type: 'tab.returned', awayMs }))
      : []),
    ...(away ? [] : [{ type: 'tab.left' } as const]),
    ...sent.flatMap((application): DraftsStep[] => [
      ...(application.newsSince === null ? [] : [{ type: 'course.opened', application } as const]),
      { type: 'repeat.requested', application },
    ]),
    { type: 'list.refreshRequested' },
    ...(drafts.some(({ id, mail }) => id === 'moving' && mail?.wanted)
      ? [{ type: 'mails.chosen', id: 'moving', wanted: false } as const]
      : []),
    ...drafts
      .filter(({ status }) => status !== 'PAYMENT_PENDING')
      .map((it): DraftsStep => ({ type: 'draft.deleteRequested', draft: it })),
  ];
}

function worldAfter({ chosen, unpaid, paid, seen, declined }: Context, event: DraftsStep): World {
  const world: World = {
    ...(unpaid && { unpaid }),
    ...(paid && { paid }),
    ...(seen && { seen }),
    ...(declined && { declined }),
  };
  if ('output' in event && event.actorId.endsWith('marking')) return { ...world, seen: true };
  if (!('actorId' in event)) return world;
  if (event.type.startsWith('xstate.done') && event.actorId.endsWith('choosingMails'))
    return { ...world, declined: true };
  if (!event.actorId.endsWith('deleting') || !chosen) return world;
  const code = 'error' in event ? (event.error as { code: string }).code : 'deleted';
  if (code === 'network') return world;
  return { ...world, [chosen.id]: code === 'status-conflict' ? 'paid' : 'gone' };
}

/** The personal area in a browser: the server answers from its data, which other windows and late payments change. */
export const draftsWorld: Subject<DraftsStep, Context, DraftsInput> = {
  ...draftsSubject,
  events: (view) => [
    ...choices(view),
    // Out of view, the pause ends without anything happening.
    ...internalEvents(view.snapshot, ends).filter(
      ({ type }) => !view.context.away || !type.startsWith('xstate.after'),
    ),
  ],
  meanwhile: (context, event) => ({ ...context, ...worldAfter(context, event) }),
  abstraction: ({ locale, drafts, sent, unpaid, paid, seen, declined, chosen, agreed, refreshes, away }) => ({
    locale,
    drafts: drafts.map(({ id, paidCents, mail }) => [id, paidCents, mail?.wanted]),
    news: sent.map(({ newsSince }) => newsSince),
    away,
    world: [unpaid, paid, seen, declined],
    chosen: chosen && [chosen.id, chosen.paidCents, agreed],
    refreshes: refreshes > 0,
  }),
};
