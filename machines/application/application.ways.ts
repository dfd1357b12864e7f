import { type LoginWay, standingOf, waysToStart } from '#domain/admission.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { OfferView } from '#domain/offer.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Problem } from '../kit/problem.ts';
import type { Account } from '../session/session.types.ts';

/** When a login is due for a person who has none yet: never, before sending, or before anything is filled in. */
export type LoginDue = 'never' | 'later' | 'now';

/** What the start of an application offers to whoever is here. */
export type StartChoice =
  /** Logged in, and the form accepts that. */
  | { is: 'loggedIn'; again: boolean }
  /** Logged in, but the account was not asked for something that the form locks: the same login once more. */
  | { is: 'incomplete'; way: LoginWay }
  /** Logged in, but below the level of the form; `others` are other accounts, with other drafts. */
  | { is: 'levelTooLow'; needed: TrustLevel; stepUp: LoginWay | null; others: readonly LoginWay[] }
  /** Logged in, but in a way that the form does not accept. */
  | { is: 'notAccepted'; ways: readonly LoginWay[] }
  | { is: 'open'; anonymous: boolean; ways: readonly LoginWay[]; due: LoginDue; again: boolean }
  /** No login that the form needs is offered by this installation. */
  | { is: 'closed' };

/**
 * The ways to start a form.
 * @param here the logins of this installation
 * @param account the present login; null without one
 * @param refusal why the start was refused just now
 */
export function startChoice(
  offer: OfferView,
  here: readonly LoginProviderId[],
  account: Account | null,
  refusal: Problem | null = null,
): StartChoice {
  // One more login, shortly before sending, whoever is logged in.
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
