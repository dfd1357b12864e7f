import * as z from 'zod';
import {
  type IdentityStandIn,
  type IdentityStandInOptions,
  startAccount,
} from '#stand-ins/identity/account.ts';
import type { AuthnRequest } from '#stand-ins/identity/authn-request.ts';
import {
  CANCELLED,
  type Exchange,
  INTERNAL_ERROR,
  LEVEL_NOT_REACHED,
  loginResponse,
  refusalResponse,
} from '#stand-ins/identity/response.ts';
import { DEMONSTRATION_ACCOUNTS } from './accounts.ts';
import { loginOf } from './attributes.ts';
import { businessFaults } from './faults.ts';
import { accountPage, LOOK } from './pages.ts';
import { LOW, levelOf, METADATA_NAMESPACE, SUBSTANTIAL } from './profile.ts';

const ROLE = 'Unternehmenskonto (SAML 2.0) / Business account';
const HOUR_MS = 60 * 60_000;

const chosenForm = z.object({
  choice: z.string(),
  fault: z.enum([...businessFaults, 'none']).default('none'),
});
type Chosen = z.infer<typeof chosenForm>;

/** Starts the local business account: its assertions are encrypted for the portal's certificate. */
export const startBusinessStandIn = (options: IdentityStandInOptions): Promise<IdentityStandIn> =>
  startAccount(
    {
      keyName: 'business-account',
      commonName: 'Business account (demonstration)',
      role: ROLE,
      look: LOOK,
      profile: { levelOf, attributes: METADATA_NAMESPACE },
      names: DEMONSTRATION_ACCOUNTS.map(({ name }) => name),
      page: accountPage,
      answer(posted, request, exchange) {
        const chosen = chosenForm.safeParse(posted).data;
        return chosen ? answerTo(chosen, request, exchange) : null;
      },
      labelOf(posted) {
        const [accountId, personId] = chosenForm.safeParse(posted).data?.choice.split(':') ?? [];
        const account = DEMONSTRATION_ACCOUNTS.find(({ id }) => id === accountId);
        const person = account?.persons.find(({ id }) => id === personId);
        return account && person ? `${person.name} (${account.name})` : null;
      },
    },
    options,
  );

/** The answer to a choice: cancel, error, or account:person. Anything else is an error of the account. */
function answerTo({ choice, fault }: Chosen, request: AuthnRequest, exchange: Exchange): string {
  if (choice === 'cancel') return refusalResponse(exchange, CANCELLED);
  const [accountId, personId] = choice.split(':');
  const account = DEMONSTRATION_ACCOUNTS.find(({ id }) => id === accountId);
  const person = account?.persons.find(({ id }) => id === personId);
  if (!account || !person) return refusalResponse(exchange, INTERNAL_ERROR);
  const level = fault === 'low' ? LOW : SUBSTANTIAL;
  if (level < request.minimumLevel && fault !== 'low') return refusalResponse(exchange, LEVEL_NOT_REACHED);
  const since = exchange.authnInstant ?? exchange.now;
  const authnInstant = new Date(since.getTime() - (fault === 'memory' ? HOUR_MS : 0));
  return loginResponse({ ...exchange, authnInstant }, loginOf(account, person, level, request.attributes), {
    encrypted: fault !== 'plain',
  });
}
