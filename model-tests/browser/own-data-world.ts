import type { KeptOfPerson } from '#contract/person.ts';
import type { OwnDataContext, OwnDataInput } from '#machines/ownData/ownData.types.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import { erasure, kept, type OwnDataStep, ownDataSubject } from '../flows/ownData.subject.ts';
import type { Subject, View } from '../paths/subject.ts';

/** Facts at the server: the login is too old, the application is gone already, a hand-in for it has begun. */
type World = { isOld?: true; isGone?: true; waits?: true };
type Context = OwnDataContext & World;

const chosen = kept().chosen!;
const input = { locale: 'de', now: () => 0 } as const;

/** The answer of the server: on the page of everything, no application is asked about. */
function keptIn({ application, isOld, isGone, waits }: Context): KeptOfPerson {
  const asked = waits ? ({ ...chosen, why: 'handIn' } as const) : chosen;
  return kept({
    chosen: application === null || isGone ? null : asked,
    recentForMs: isOld ? null : 60_000,
  });
}

const network = { code: 'network' };
const ends: Ends<Context> = {
  loadKept: (context) => ({ outputs: [keptIn(context)], errors: [network] }),
  removeSent: () => ({
    outputs: [undefined],
    errors: [{ code: 'not-found' }, { code: 'still-under-way' }, network],
  }),
  // One part of several is enough.
  erasePerson: ({ erasure: before }) => ({
    outputs: [erasure(), ...(before === null ? [erasure({ more: true })] : [])],
    errors: [{ code: 'login-not-recent' }, network],
  }),
};

/** The actions of the person on each of the two pages; a question covers the rest of the page. */
function choices({ state, context }: View<Context>): OwnDataStep[] {
  const { application, recentUntil, locale } = context;
  const other = { type: 'locale.changed', locale: locale === 'de' ? 'en' : 'de' } as const;
  switch (state) {
    case 'loading':
      return [other];
    case 'failed':
      return [other, { type: 'list.refreshRequested' }];
    case 'shown':
      return [
        other,
        ...(application !== null && context.kept?.chosen?.why === null && context.removed === null
          ? [{ type: 'removal.confirmed' } as const]
          : []),
        ...(application === null && recentUntil !== null ? [{ type: 'erasure.requested' } as const] : []),
      ];
    case 'confirming':
      return [
        { type: 'consent.changed', agreed: !context.understood },
        { type: 'paidConsent.changed', agreed: !context.paidAgreed },
        { type: 'erasure.confirmed' },
        { type: 'erasure.dismissed' },
      ];
    default:
      return [];
  }
}

/** The error of a call, by its code. */
const codeOf = (event: OwnDataStep): string | null =>
  'error' in event ? (event.error as { code: string }).code : null;

function worldAfter(world: World, event: OwnDataStep): World {
  const code = codeOf(event);
  if (event.type.startsWith('xstate.after') || code === 'login-not-recent') return { ...world, isOld: true };
  if (code === 'still-under-way') return { ...world, waits: true };
  const removed = 'output' in event && event.actorId.endsWith('removing');
  return removed || code === 'not-found' ? { ...world, isGone: true } : world;
}

/** Both pages in a browser: everything that is kept, and one sent application that is to be removed. */
export const ownDataWorld: Subject<OwnDataStep, Context, OwnDataInput> = {
  ...ownDataSubject,
  starts: [
    { id: 'everything', input: { ...input, application: null } },
    { id: 'one application', input: { ...input, application: 'p1' } },
  ],
  events: (view) => [
    ...choices(view),
    ...internalEvents(view.snapshot, ends).filter(
      ({ type }) =>
        !type.startsWith('xstate.after') ||
        (view.context.application === null && view.context.recentUntil !== null),
    ),
  ],
  meanwhile: (context, event) => ({
    ...context,
    ...worldAfter(
      {
        ...(context.isOld && { isOld: true }),
        ...(context.isGone && { isGone: true }),
        ...(context.waits && { waits: true }),
      },
      event,
    ),
  }),
  abstraction: ({ application, erasure: before, isOld, isGone, waits, problem, ...context }, state) => [
    ownDataSubject.abstraction({ application, erasure: before, problem, ...context }, state),
    application,
    before !== null,
    problem?.code,
    [isOld, isGone, waits],
    context.consentIsMissed,
  ],
};
