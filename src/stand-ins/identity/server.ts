import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Html } from '#server/html/html.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { registerFormBody, registerPageAssets, sendPage } from '#stand-ins/kit/page.ts';
import { type AuthnRequest, readAuthnRequest, type ServiceProvider } from './authn-request.ts';
import { loginPage, refusedPage, returnPage } from './pages.ts';
import { DEMONSTRATION_PERSONS, type DemonstrationPerson } from './persons.ts';
import { METHODS } from './profile.ts';
import {
  CANCELLED,
  type Exchange,
  INTERNAL_ERROR,
  LEVEL_NOT_REACHED,
  loginResponse,
  refusalResponse,
} from './response.ts';

export type IdentityStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  host?: '127.0.0.1';
  /** Folder of the signing key; created when missing. */
  stateDir: string;
  serviceProvider: ServiceProvider;
  /** Encrypt assertions for the portal's certificate, as the real account does; default true. */
  encrypted?: boolean;
};

export type IdentityStandIn = {
  origin: string;
  /** Where AuthnRequests are posted. */
  entryPoint: string;
  /** PEM; the certificate that the portal pins. */
  certificate: string;
  /** Entity id. */
  issuer: string;
  close(): Promise<void>;
};

const ROLE = 'Bürgerkonto (SAML 2.0, Profil der BundID) / Citizens’ account';
const OLD_SESSION_MS = 60 * 60_000;
const PENDING_MS = 30 * 60_000;
const form = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().max(1024).default('') });

const chosenForm = z.object({
  choice: z.string(),
  postbox: z.literal('closed').optional(),
  session: z.literal('old').optional(),
});
type Chosen = z.infer<typeof chosenForm>;

type Pending = { request: AuthnRequest; relayState: string; until: number };

/** Starts the local citizens' account on 127.0.0.1: a SAML 2.0 identity provider with demonstration persons. */
export async function startIdentityStandIn(options: IdentityStandInOptions): Promise<IdentityStandIn> {
  const { serviceProvider: portal, encrypted = true } = options;
  const keys = await loadKeyPair(options.stateDir, 'identity-provider', 'Citizens account (demonstration)');
  const pending = new Map<string, Pending>();
  const app = Fastify({ forceCloseConnections: true });
  let origin = '';
  registerFormBody(app);
  registerPageAssets(app);

  function show(reply: FastifyReply, body: Html, extra: { autoPost?: boolean } = {}): FastifyReply {
    const formTargets = [new URL(portal.assertionConsumerUrl).origin];
    return sendPage(reply, { title: 'Anmelden', role: ROLE, body, formTargets, ...extra });
  }

  app.post('/saml/login', async (request, reply) => {
    const parsed = form.safeParse(request.body);
    try {
      if (!parsed.success) throw new Error('SAMLRequest is missing');
      const asked = readAuthnRequest(parsed.data.SAMLRequest, portal, `${origin}/saml/login`);
      forgetOld(pending);
      const id = randomUUID();
      pending.set(id, { request: asked, relayState: parsed.data.RelayState, until: Date.now() + PENDING_MS });
      return reply.redirect(`/login/${id}`, 303);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return show(
        reply.code(400),
        refusedPage(
          'Die Anfrage des Portals ist ungültig.',
          'The request of the portal is not valid.',
          detail,
        ),
      );
    }
  });

  app.get<{ Params: { id: string } }>('/login/:id', async (request, reply) => {
    const login = pending.get(request.params.id);
    return login ? show(reply, loginPage(login.request)) : show(reply.code(404), answered());
  });

  app.post<{ Params: { id: string } }>('/login/:id', async (request, reply) => {
    const login = pending.get(request.params.id);
    const chosen = chosenForm.safeParse(request.body).data;
    if (!login || chosen === undefined) return show(reply.code(404), answered());
    const now = new Date();
    // A person who must log in again does so, session or not.
    const isOld = chosen.session === 'old' && !login.request.forceAuthn;
    const exchange = {
      idpIssuer: `${origin}/saml`,
      portal,
      keys,
      inResponseTo: login.request.id,
      now,
      authnInstant: isOld ? new Date(now.getTime() - OLD_SESSION_MS) : now,
    };
    const response = answerTo(chosen, login.request, exchange, encrypted);
    pending.delete(request.params.id);
    const fields = { SAMLResponse: Buffer.from(response).toString('base64'), RelayState: login.relayState };
    return show(reply, returnPage(portal.assertionConsumerUrl, fields), { autoPost: true });
  });

  origin = new URL(await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })).origin;
  return {
    origin,
    entryPoint: `${origin}/saml/login`,
    certificate: keys.certificate,
    issuer: `${origin}/saml`,
    close: () => app.close(),
  };
}

/** `choice` is cancel, error, or person:method; anything else is an error of the account. */
function answerTo(
  { choice, postbox }: Chosen,
  request: AuthnRequest,
  exchange: Exchange,
  encrypted: boolean,
): string {
  if (choice === 'cancel') return refusalResponse(exchange, CANCELLED);
  const [id, chosen] = choice.split(':');
  const known = DEMONSTRATION_PERSONS.find((it) => it.id === id);
  const person = known && postbox === 'closed' ? withoutPostbox(known) : known;
  const method = person?.methods.find((known) => known === chosen);
  if (!person || !method) return refusalResponse(exchange, INTERNAL_ERROR);
  if (METHODS[method].level < request.minimumLevel) return refusalResponse(exchange, LEVEL_NOT_REACHED);
  return loginResponse(exchange, { person, method, attributes: request.attributes }, { encrypted });
}

/** The same person, who has closed the postbox since the last login. */
function withoutPostbox(person: DemonstrationPerson): DemonstrationPerson {
  const { legacyPostkorbHandle: _, ...attributes } = person.attributes;
  return { ...person, attributes };
}

function answered(): Html {
  return refusedPage(
    'Diese Anmeldung ist schon beendet. Bitte beginnen Sie im Portal neu.',
    'This login has already ended. Please start again in the portal.',
  );
}

function forgetOld(pending: Map<string, Pending>): void {
  for (const [id, { until }] of pending) if (until < Date.now()) pending.delete(id);
}
