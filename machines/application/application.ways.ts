import type { ProcessView } from '#contract/process.ts';
import type { MetadataView } from '#contract/shapes.ts';
import { standingOf, stepUpTo, waysToStart } from '#domain/admission.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { type LoginWay, levelNeeded, loginWays } from '#domain/login-ways.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Problem } from '../kit/problem.ts';
import { nextStep } from '../process/process.steps.ts';
import type { Account } from '../session/session.types.ts';

/** Time of the login for a person who has none yet: never, before sending, or before anything is filled in. */
export type LoginDue = 'never' | 'later' | 'now';

/** Choices that the start of an application offers to the viewer. */
export type StartChoice =
  /** The person is logged in, and the form accepts that. */
  | { is: 'loggedIn'; again: boolean }
  /**
   * The person is logged in, but the account was not asked for something that the form locks: the same login is due
   * once more.
   */
  | { is: 'incomplete'; way: LoginWay }
  /** The person is logged in, but below the level of the form; `others` are other accounts, with other drafts. */
  | { is: 'levelTooLow'; needed: TrustLevel; stepUp: LoginWay | null; others: readonly LoginWay[] }
  /** The person is logged in, but in a way that the form does not accept. */
  | { is: 'notAccepted'; ways: readonly LoginWay[] }
  | { is: 'open'; anonymous: boolean; ways: readonly LoginWay[]; due: LoginDue; again: boolean }
  /** This installation offers no login that the form needs. */
  | { is: 'closed' };

/**
 * Returns the ways to start a form.
 * @param here the logins of this installation
 * @param account the present login; null without one
 * @param refusal the problem for which the start was refused just now
 */
export function startChoice(
  offer: MetadataView,
  here: readonly LoginProviderId[],
  account: Account | null,
  refusal: Problem | null = null,
): StartChoice {
  // One more login is due shortly before sending, whoever is logged in.
  const again = offer.mode === 'complete' || offer.mode === 'start_and_complete';
  if (account === null) {
    const { anonymous, logins } = waysToStart(offer, here);
    if (!anonymous && logins.length === 0) return { is: 'closed' };
    const due = !anonymous ? 'now' : offer.mode === 'none' ? 'never' : 'later';
    return { is: 'open', anonymous, ways: logins, due, again };
  }
  const [provider] = (refusal?.code === 'login-incomplete' && refusal.accepted) || [];
  if (provider) return { is: 'incomplete', way: { providerId: provider, level: account.trustLevel } };
  const standing = standingOf(offer, here, account, 'start');
  switch (standing.is) {
    case 'levelTooLow': {
      const { needed, stepUp, ways } = standing;
      return {
        is: 'levelTooLow',
        needed,
        stepUp,
        others: ways.filter(({ providerId }) => providerId !== account.providerId),
      };
    }
    case 'notAccepted':
      return { is: 'notAccepted', ways: standing.ways };
    default:
      return { is: 'loggedIn', again };
  }
}

/**
 * Returns the logins by which an application without an account becomes the person's own before it is sent; an empty
 * list where the next step is a login, which offers them itself. A person who has logged in meanwhile logs in with the
 * same account once more: another account would end their session, and what it holds.
 * @param here the logins of this installation
 * @param account the present login; null without one
 */
export function waysToKeep(
  process: Pick<ProcessView, 'status' | 'facts' | 'metadata'> | null,
  here: readonly LoginProviderId[],
  account: Account | null,
): readonly LoginWay[] {
  if (process === null || process.facts.hasUser) return none;
  const { facts, status, metadata } = process;
  const step = nextStep({ state: status, context: facts });
  if (facts.running || step === 'login' || step === 'result') return none;
  const ways = loginWays(metadata, here);
  const own = account && stepUpTo(levelNeeded(metadata), here, account);
  return account ? ways.filter(({ providerId }) => providerId === own?.providerId) : ways;
}

/**
 * Whether the person can keep the answers as a file: without an account, before they are sent, and where they are the
 * portal's own and not those of a form server.
 */
export const answersMayBeSaved = (
  process: Pick<ProcessView, 'status' | 'facts' | 'metadata'> | null,
  account: Account | null,
): boolean =>
  process !== null &&
  account === null &&
  !process.facts.hasUser &&
  !process.facts.running &&
  process.status !== 'SUBMITTED' &&
  process.metadata.fmsType === 'FORMIO';

/**
 * Whether a person can have a file of answers for a form: only applications without an account become one, and only
 * those that began here.
 * @param here the logins of this installation
 */
export const answersMayBeOpened = (
  offer: MetadataView,
  here: readonly LoginProviderId[],
  isHandedOver: boolean,
): boolean => offer.fmsType === 'FORMIO' && !isHandedOver && waysToStart(offer, here).anonymous;

const none: readonly LoginWay[] = [];
