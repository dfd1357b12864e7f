import type { Erasure, KeptOfPerson } from '#contract/person.ts';
import type { Problem } from '../kit/problem.ts';
import type { OwnDataContext, OwnDataInput } from './ownData.types.ts';

type Of = { context: OwnDataContext };
type Update = Partial<OwnDataContext>;

export const initialContext = (input: OwnDataInput): OwnDataContext => ({
  ...input,
  kept: null,
  recentUntil: null,
  understood: false,
  paidAgreed: false,
  consentIsMissed: false,
  removed: null,
  erasure: null,
  problem: null,
});

/** Adds what a further call has deleted to what the calls before it have. */
const added = (before: Erasure | null, next: Erasure): Erasure => {
  if (before === null) return next;
  const sum = (kind: keyof Erasure['gone']) => before.gone[kind] + next.gone[kind];
  return {
    ...next,
    gone: {
      drafts: sum('drafts'),
      sent: sum('sent'),
      handovers: sum('handovers'),
      notes: sum('notes'),
      logins: sum('logins'),
      refundCents: sum('refundCents'),
    },
  };
};

export const ownDataAssigners = {
  keepKept: ({ context }: Of, kept: KeptOfPerson): Update => ({
    kept,
    recentUntil: kept.recentForMs === null ? null : context.now() + kept.recentForMs,
    problem: null,
  }),
  forgetRecent: (): Update => ({ recentUntil: null }),
  beginConsent: (): Update => ({
    understood: false,
    paidAgreed: false,
    consentIsMissed: false,
    problem: null,
  }),
  keepConsent: (_: Of, { agreed }: { agreed: boolean }): Update => ({
    understood: agreed,
    consentIsMissed: false,
  }),
  keepPaidConsent: (_: Of, { agreed }: { agreed: boolean }): Update => ({ paidAgreed: agreed }),
  missConsent: (): Update => ({ consentIsMissed: true }),
  noteRemoval: ({ context }: Of): Update => ({ removed: context.kept?.chosen ?? null }),
  addErasure: ({ context }: Of, erasure: Erasure): Update => ({ erasure: added(context.erasure, erasure) }),
  keepProblem: (_: Of, { problem }: { problem: Problem }): Update => ({ problem }),
};

export const ownDataGuards = {
  applicationMayGo: ({ context }: Of): boolean =>
    context.kept?.chosen !== null && context.kept?.chosen.why === null,
  loginIsRecent: ({ context }: Of): boolean => context.recentUntil !== null,
  consentIsGiven: ({ context }: Of): boolean => context.understood,
  thereIsMore: (_: Of, { more }: Erasure): boolean => more,
  isGoneAlready: (_: Of, { problem }: { problem: Problem }): boolean => problem.code === 'not-found',
  hasChanged: (_: Of, { problem }: { problem: Problem }): boolean => problem.code === 'still-under-way',
  loginIsTooOld: (_: Of, { problem }: { problem: Problem }): boolean => problem.code === 'login-not-recent',
};
