import * as z from 'zod';
import { type IdentityStandIn, type IdentityStandInOptions, startAccount } from './account.ts';
import { loginOf } from './attributes.ts';
import type { AuthnRequest } from './authn-request.ts';
import { loginPage } from './pages.ts';
import { DEMONSTRATION_PERSONS, type DemonstrationPerson, type Method } from './persons.ts';
import { levelOf, METHODS, NAMESPACES } from './profile.ts';
import {
  CANCELLED,
  type Exchange,
  INTERNAL_ERROR,
  LEVEL_NOT_REACHED,
  loginResponse,
  refusalResponse,
} from './response.ts';

const ROLE = 'Bürgerkonto (SAML 2.0, Profil der BundID) / Citizens’ account';
const OLD_SESSION_MS = 60 * 60_000;

const chosenForm = z.object({
  choice: z.string(),
  postbox: z.literal('closed').optional(),
  session: z.enum(['old', 'kept']).optional(),
  movedTo: z.string().max(100).optional(),
});
type Chosen = z.infer<typeof chosenForm>;

/**
 * Starts the local citizens' account. Its assertions are encrypted for the portal's certificate, like those of the real
 * account, unless `encrypted` is false.
 */
export function startIdentityStandIn({
  encrypted = true,
  ...options
}: IdentityStandInOptions & { encrypted?: boolean }): Promise<IdentityStandIn> {
  return startAccount(
    {
      keyName: 'identity-provider',
      commonName: 'Citizens account (demonstration)',
      role: ROLE,
      profile: { levelOf, attributes: NAMESPACES.akdb },
      names: DEMONSTRATION_PERSONS.map(({ name }) => name),
      page: loginPage,
      answer(posted, request, exchange) {
        const chosen = chosenForm.safeParse(posted).data;
        return chosen ? answerTo(chosen, request, aged(exchange, chosen, request), encrypted) : null;
      },
      labelOf(posted) {
        const id = chosenForm.safeParse(posted).data?.choice.split(':')[0];
        return DEMONSTRATION_PERSONS.find((it) => it.id === id)?.name ?? null;
      },
    },
    options,
  );
}

/** A forced login is fresh, even with an old session; `kept`: a faulty account answers from memory. */
function aged(exchange: Exchange, { session }: Chosen, { forceAuthn }: AuthnRequest): Exchange {
  if (session === undefined || (session === 'old' && forceAuthn)) return exchange;
  return { ...exchange, authnInstant: new Date(exchange.now.getTime() - OLD_SESSION_MS) };
}

/** The answer to a choice: cancel, error, or person:method. Anything else is an error of the account. */
function answerTo(
  { choice, postbox, movedTo }: Chosen,
  request: AuthnRequest,
  exchange: Exchange,
  encrypted: boolean,
): string {
  if (choice === 'cancel') return refusalResponse(exchange, CANCELLED);
  const [id, chosen] = choice.split(':');
  const known = DEMONSTRATION_PERSONS.find((it) => it.id === id);
  const method = known?.methods.find((it) => it === chosen);
  if (!known || !method) return refusalResponse(exchange, INTERNAL_ERROR);
  const person = asOfNow(known, method, { postbox, movedTo });
  if (METHODS[method].level < request.minimumLevel) return refusalResponse(exchange, LEVEL_NOT_REACHED);
  return loginResponse(exchange, loginOf(person, method, request.attributes), { encrypted });
}

/** The person after this login: they may have closed the postbox or moved since the last one. */
function asOfNow(
  person: DemonstrationPerson,
  method: Method,
  { postbox, movedTo }: Pick<Chosen, 'postbox' | 'movedTo'>,
): DemonstrationPerson {
  const { legacyPostkorbHandle, ...attributes } = person.attributes;
  return {
    ...person,
    attributes: {
      ...attributes,
      ...person.proven?.[method],
      ...(postbox !== 'closed' && legacyPostkorbHandle && { legacyPostkorbHandle }),
      ...(movedTo && { localityName: movedTo }),
    },
  };
}
