import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { OperatorsRequest } from '#server/identity/operators.ts';
import type { AnswerFault } from '#server/ports/identity.ts';
import type { OperatorRefusal } from '#server/security/events.ts';
import { keep, peek, take } from '#server/sessions/login-state.ts';
import { giveOperatorSession } from './operators.ts';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';
import { sameText } from './same-text.ts';
import { actorOf } from './security-events.ts';

const COOKIE = 'sp_operations_login';
const LOGIN_WAIT_MINUTES = 10;
const keyOf = (state: string) => `operations-login:${state}`;

/** A login under way at the provider of the administration. */
type Begun = { request: OperatorsRequest; locale: Locale; browser: string };
type Exchange = { request: FastifyRequest; reply: FastifyReply };

/**
 * Begins a login at the provider; only this browser can bring its answer.
 * @returns the address at the provider
 * @throws PartnerUnavailable
 */
export async function beginOperatorLogin(
  context: ServerContext,
  reply: FastifyReply,
  locale: Locale,
): Promise<string> {
  const state = randomUUID();
  const browser = randomBytes(24).toString('base64url');
  const { url, request } = await providerOf(context).begin({ state, locale });
  await keep(context, keyOf(state), { request, locale, browser } satisfies Begun, LOGIN_WAIT_MINUTES);
  // Lax: the provider's page leads the browser back here.
  setOwnCookie(reply, COOKIE, browser, { httpOnly: true, sameSite: 'lax', maxAge: LOGIN_WAIT_MINUTES * 60 });
  return url;
}

/** How a login at the provider has ended, and the language that it began in. */
export type OperatorLoginEnd = { outcome: 'in' | 'over' | 'cancelled' | 'failed' | 'noRole'; locale: Locale };

/** Takes the provider's answer, of which each is good for one login of the browser that began it. */
export async function endOperatorLoginAtProvider(
  context: ServerContext,
  { request, reply }: Exchange,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<OperatorLoginEnd> {
  const refused = (reason: AnswerFault | OperatorRefusal) =>
    context.security.record(
      { event: 'operator', outcome: 'refused', action: 'login', reason },
      actorOf(request),
    );
  const { state = '' } = parameters;
  const known = await peek<Begun>(context, keyOf(state));
  const { locale = 'de' } = known ?? {};
  if (known !== null && !sameText(readOwnCookie(request, COOKIE) ?? '', known.browser)) {
    refused('other-browser');
    return { outcome: 'over', locale };
  }
  const begun = await take<Begun>(context, keyOf(state));
  if (begun === null) {
    refused('no-login-under-way');
    return { outcome: 'over', locale };
  }
  clearOwnCookie(reply, COOKIE);
  const answer = await providerOf(context).read(parameters, state, begun.request);
  if (answer.result === 'CANCEL') {
    const event = { event: 'operator', outcome: 'cancelled', action: 'login' } as const;
    context.security.record(event, actorOf(request));
    return { outcome: 'cancelled', locale };
  }
  if (answer.result === 'ERROR') {
    context.log.warn({ fault: answer.fault, reason: answer.reason }, 'a login of an operator was refused');
    refused(answer.fault);
    return { outcome: 'failed', locale };
  }
  const { person, roles } = answer;
  if (!mayAs(roles, 'look')) {
    refused('no-role');
    return { outcome: 'noRole', locale };
  }
  await giveOperatorSession(context, { request, reply }, { operator: { way: 'person', person }, roles });
  return { outcome: 'in', locale };
}

function providerOf({ operatorsProvider }: ServerContext) {
  if (operatorsProvider === null) throw new Error('operators have no provider');
  return operatorsProvider;
}
