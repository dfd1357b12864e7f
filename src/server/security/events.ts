import type { DownloadKind } from '#domain/document-kind.ts';
import type { FrameFault } from '#domain/form-engine.ts';
import type { GiveUpReason } from '#domain/give-up.ts';
import type { HandoverFault } from '#domain/handover.ts';
import type { Interrupted } from '#domain/interruption.ts';
import type { LoginProviderId, LoginRefusal, ProviderId } from '#domain/login.ts';
import type { ProblemCode } from '#domain/problem.ts';
import type { RefundStep } from '#domain/refund-steps.ts';
import type { StayReason } from '#domain/staying.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { AnswerFault, LogoutFault } from '#server/ports/identity.ts';
import type { RefusedKind } from '#server/storage/file-kinds.ts';

/** Reason why a login did not succeed, in our own words, because the words of an answer may be anybody's. */
export type LoginFault = AnswerFault | LoginRefusal | 'no-login-under-way' | 'other-browser';

/** Refusals that may point to a person who wants foreign data, or more than their share. */
const refusalCodes = [
  'xsrf-mismatch',
  'login-required',
  'session-expired',
  'operator-login-required',
  'trust-level-too-low',
  'login-not-accepted',
  'too-many-requests',
  'too-many-applications',
  'too-many-anonymous',
  'file-limit-reached',
  'file-total-reached',
] as const satisfies readonly ProblemCode[];
type RefusalCode = (typeof refusalCodes)[number];

export const isRefusal = (code: ProblemCode): code is RefusalCode =>
  (refusalCodes as readonly ProblemCode[]).includes(code);

/** Outcome of a logout at an account. */
export type AccountLogout =
  | { outcome: 'requested' | 'returned' | 'succeeded' }
  | { outcome: 'failed' | 'refused'; reason: LogoutFault | 'no-logout-under-way' };

/**
 * An act of an operator about a person, by a command (person-commands/) or on the page of a case, in the operator's own
 * words: `by` and `because`.
 */
type PersonCommandAsked = {
  action: 'person-export' | 'person-remove' | 'person-delete';
  by: string;
  because: string;
  dryRun: boolean;
  process?: string;
};
export type PersonCommandOutcome =
  | { outcome: 'requested' | 'succeeded' }
  | {
      outcome: 'refused';
      reason:
        | 'unknown-ticket'
        | 'unknown-person'
        | 'no-account'
        | 'not-sent'
        | 'role-missing'
        | 'moved'
        | StayReason;
    }
  | { outcome: 'failed' };

/** Why somebody is not logged in as an operator. */
export type OperatorRefusal =
  | 'wrong-token'
  | 'too-many-tries'
  | 'no-login-under-way'
  | 'other-browser'
  | 'no-role';

/** The events of the security log (docs/operations.md). Ids are those of applications: numbers without a meaning. */
export type SecurityEvent =
  | { event: 'login'; outcome: 'succeeded'; provider: ProviderId; trustLevel: TrustLevel; again: boolean }
  | { event: 'login'; outcome: 'refused'; reason: LoginFault }
  | { event: 'login'; outcome: 'cancelled' }
  | { event: 'step-up'; outcome: 'succeeded'; provider: ProviderId; trustLevel: TrustLevel }
  | { event: 'logout'; outcome: 'succeeded' }
  | ({ event: 'account-logout'; provider: LoginProviderId } & AccountLogout)
  | {
      event: 'session-end';
      outcome: 'succeeded';
      reason: 'expired' | 'erased' | 'other-person' | 'other-login' | 'account';
    }
  | { event: 'take-over'; outcome: 'succeeded'; process: string }
  | { event: 'access'; outcome: 'refused'; reason: RefusalCode | 'foreign'; call: string; process?: string }
  | {
      event: 'download';
      outcome: 'succeeded';
      document: DownloadKind | 'transportReport' | 'handInReceipt';
      process: string;
    }
  | {
      event: 'deletion';
      outcome: 'succeeded';
      what: 'draft' | 'sent' | 'documents';
      reason: 'asked-for' | 'operator' | 'session-end' | 'time-over';
      process: string;
    }
  | {
      event: 'deletion';
      outcome: 'succeeded';
      what: 'account';
      reason: 'asked-for' | 'operator';
      whole: boolean;
    }
  | { event: 'copy'; outcome: 'succeeded' }
  | { event: 'submission'; outcome: 'succeeded' | 'failed'; process: string }
  | { event: 'form-server'; outcome: 'refused'; reason: 'answer' | FrameFault; process: string }
  | { event: 'event-token'; outcome: 'refused'; count: number; process: string }
  | { event: 'infected'; outcome: 'refused'; reason: RefusedKind; process: string }
  | { event: 'handover'; outcome: 'refused'; reason: HandoverFault | 'other-browser'; partner?: string }
  | { event: 'operator'; outcome: 'succeeded'; action: 'login' | 'logout' | 'read' }
  | { event: 'operator'; outcome: 'refused'; action: 'login'; reason: AnswerFault | OperatorRefusal }
  | { event: 'operator'; outcome: 'cancelled'; action: 'login' }
  | { event: 'operator'; outcome: 'succeeded'; action: 'look-up'; process: string }
  | ({
      event: 'operator';
      action: 'try-now';
      what: 'delivery' | 'handIn' | 'payment';
      process: string;
      because: string;
    } & ({ outcome: 'succeeded' } | { outcome: 'refused'; reason: 'role-missing' | 'moved' }))
  | ({
      event: 'operator';
      action: 'give-up';
      what: 'delivery' | 'handIn' | 'payment';
      process: string;
      because: string;
      /** Reason that its person is told; null where the operator has chosen none. */
      told: GiveUpReason | null;
    } & ({ outcome: 'succeeded' } | { outcome: 'refused'; reason: 'role-missing' | 'moved' }))
  | ({
      event: 'operator';
      action: 'refund';
      what: RefundStep;
      payment: string;
      process: string;
      because: string;
    } & (
      | { outcome: 'succeeded' }
      | { outcome: 'refused'; reason: 'role-missing' | 'moved' | 'same-operator' }
    ))
  | ({
      event: 'operator';
      action: 'retry-jobs';
      /** Name of the queue. */
      what: string;
      because: string;
    } & ({ outcome: 'succeeded'; count: number } | { outcome: 'refused'; reason: 'role-missing' | 'moved' }))
  | ({
      event: 'operator';
      action: 'interrupt';
      what: Interrupted;
      step: 'say' | 'end';
      because: string;
    } & ({ outcome: 'succeeded' } | { outcome: 'refused'; reason: 'role-missing' | 'moved' }))
  | { event: 'operator'; outcome: 'succeeded'; action: 'journal'; process: string }
  | ({ event: 'operator' } & PersonCommandAsked & PersonCommandOutcome);

/** The person or program that acted. Ids and addresses leave the log as pseudonyms only. */
export type Actor = {
  session?: string | null;
  person?: string | null;
  /** Number of an operator's login. */
  operator?: string | null;
  /** How an operator has logged in: as a person of the administration, or by the token. */
  way?: 'person' | 'break-glass';
  /** Name and id of an operator at the provider of the administration, in clear: operators answer for what they do. */
  by?: string;
  /** Key by which the caller is counted (http/security/caller.ts). */
  caller?: string;
  /** Number of the request in the server's log. */
  request?: string;
};

export const bySession = ({ id, userId }: { id: string; userId: string | null }): Actor => ({
  session: id,
  person: userId,
});

/** Returns the owner of an application as the actor, for automatic acts of the server. */
export const byOwner = ({
  sessionId,
  userId,
}: {
  sessionId: string | null;
  userId: string | null;
}): Actor => ({
  session: sessionId,
  person: userId,
});
