import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import type { KeyPair } from '#stand-ins/kit/key-pair.ts';
import type { ServiceProvider } from './authn-request.ts';
import {
  type LogoutMessage,
  logoutRequest,
  logoutResponse,
  queryOf,
  readMessage,
} from './logout-messages.ts';
import { refusedPage } from './pages.ts';
import { newId } from './response.ts';
import type { Visits } from './visits.ts';

/**
 * Faults of the account at the next logout: its answer is not signed, answers another request, reports other open
 * services, or reports a failure; or its page leads nowhere.
 */
export const logoutFaults = ['unsigned', 'other-request', 'partial', 'error', 'silent'] as const;
export type LogoutFault = (typeof logoutFaults)[number];

const command = z.object({ action: z.literal('logout'), fault: z.enum([...logoutFaults, 'none']) });

type Parts = {
  portal: ServiceProvider;
  keys: KeyPair;
  origin: () => string;
  visits: Visits;
  show: (reply: FastifyReply, body: Html) => FastifyReply;
};

/** The account's own page, and single logout with the portal, where it is registered for that. */
export function registerLogout(app: FastifyInstance, { portal, keys, origin, visits, show }: Parts): void {
  let fault: LogoutFault | null = null;
  /** Ids of demands that the portal has not answered. */
  const demanded = new Set<string>();
  const sender = () => ({ idpIssuer: `${origin()}/saml`, portal, keys });
  const read = (query: string, kind: 'LogoutRequest' | 'LogoutResponse') =>
    readMessage(query, { portal, kind, destination: `${origin()}/saml/logout` });

  app.post('/control', async (request, reply) => {
    const parsed = command.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ detail: z.prettifyError(parsed.error) });
    fault = parsed.data.fault === 'none' ? null : parsed.data.fault;
    return { done: true };
  });

  app.get('/saml/logout', async (request, reply) => {
    const query = request.raw.url?.split('?')[1] ?? '';
    try {
      if (new URLSearchParams(query).has('SAMLResponse')) {
        const { inResponseTo, status } = read(query, 'LogoutResponse');
        if (!demanded.delete(inResponseTo)) throw new Error('no such demand was made');
        return show(reply, leftPage(status === 'Success'));
      }
      return answer(reply, read(query, 'LogoutRequest'), new URLSearchParams(query).get('RelayState') ?? '');
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const body = refusedPage('Die Abmeldung ist ungültig.', 'The logout is not valid.', detail);
      return show(reply.code(400), body);
    }
  });

  function answer(reply: FastifyReply, asked: LogoutMessage, relayState: string): FastifyReply {
    if (portal.logoutUrl === undefined) throw new Error('the portal is not registered for single logout');
    const present = fault;
    fault = null;
    if (present === 'silent') return show(reply, silentPage());
    const visit = visits.find(asked);
    if (visit && present !== 'error') {
      visits.end(visit);
      visits.forget(reply);
    }
    const unknown = ['Requester', 'UnknownPrincipal'] as const;
    const status = present === 'error' ? (['Responder'] as const) : visit ? (['Success'] as const) : unknown;
    const message = logoutResponse(
      sender(),
      present === 'other-request' ? newId() : asked.id,
      present === 'partial' ? ['Success', 'PartialLogout'] : status,
    );
    const query = queryOf('SAMLResponse', message, { keys, relayState, isSigned: present !== 'unsigned' });
    return reply.redirect(`${portal.logoutUrl}?${query}`, 303);
  }

  app.get('/account', async (request, reply) => show(reply, accountPage(visits.of(request)?.label ?? null)));

  /** Logs the person out here, and tells the portal by way of the browser. */
  app.post('/account', async (request, reply) => {
    const visit = visits.of(request);
    if (visit) visits.end(visit);
    visits.forget(reply);
    if (!visit || portal.logoutUrl === undefined) return reply.redirect('/account', 303);
    const id = newId();
    demanded.add(id);
    const message = logoutRequest(sender(), visit.session, { id });
    return reply.redirect(`${portal.logoutUrl}?${queryOf('SAMLRequest', message, { keys })}`, 303);
  });
}

const accountPage = (label: string | null): Html => html`<h1>${both('Ihr Konto', 'Your account')}</h1>
${
  label === null
    ? html`<p>${both('Hier ist niemand angemeldet.', 'Nobody is logged in here.')}</p>`
    : html`<p>${both(`Angemeldet: ${label}`, `Logged in: ${label}`)}</p>
<form method="post"><button type="submit" class="primary" id="log-out">${both('Abmelden', 'Log out')}</button></form>`
}`;

const leftPage = (isEverywhere: boolean): Html =>
  html`<h1>${both('Sie sind abgemeldet', 'You are logged out')}</h1>
<p>${
    isEverywhere
      ? both('Auch beim Portal sind Sie abgemeldet.', 'You are logged out of the portal, too.')
      : both('Das Portal hat das nicht bestätigt.', 'The portal has not confirmed that.')
  }</p>`;

const silentPage = (): Html =>
  html`<h1>${both('Das Konto führt nirgendwohin', 'The account leads nowhere')}</h1>`;
