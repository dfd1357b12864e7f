import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '#server/html/html.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { registerFormBody, registerPageAssets, sendPage } from '#stand-ins/kit/page.ts';
import { REGISTRATION, registerRegistration } from '#stand-ins/kit/registration.ts';
import {
  type AuthnRequest,
  type RequestProfile,
  readAuthnRequest,
  type ServiceProvider,
} from './authn-request.ts';
import { registerLogout } from './logout.ts';
import { keptSessionForm, refusedPage, returnPage } from './pages.ts';
import { type Exchange, newSession } from './response.ts';
import { createVisits } from './visits.ts';

export type IdentityStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  host?: '127.0.0.1';
  /** Folder of the signing key; created when missing. */
  stateDir: string;
  serviceProvider: ServiceProvider;
};

export type IdentityStandIn = {
  origin: string;
  /** Address to which AuthnRequests are posted. */
  entryPoint: string;
  /** PEM; the certificate that the portal pins. */
  certificate: string;
  /** Entity id. */
  issuer: string;
  /** Address to which the portal sends browsers to log out. */
  logoutUrl: string;
  /** The account's own page. */
  accountUrl: string;
  /** The page on how to get an account. */
  registerUrl: string;
  close(): Promise<void>;
};

/** Differences between accounts. */
export type Account = {
  keyName: string;
  commonName: string;
  /** The role shown on each page. */
  role: string;
  /** A style of its own. */
  look?: string;
  profile: Omit<RequestProfile, 'entryPoint'>;
  /** Those with an account. */
  names: readonly string[];
  page: (request: AuthnRequest) => Html;
  /** The answer to input from the page, as XML; null for input that the page cannot post. */
  answer: (posted: unknown, request: AuthnRequest, exchange: Exchange) => string | null;
  /** Name of the person chosen by the input; null without one. */
  labelOf: (posted: unknown) => string | null;
};

/** The choice to continue the session of this browser. */
const kept = z.object({ choice: z.literal('kept') });
const PENDING_MS = 30 * 60_000;
const form = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().max(1024).default('') });

type Pending = { request: AuthnRequest; relayState: string; until: number };

/** Starts a local account on 127.0.0.1: a SAML 2.0 identity provider with demonstration persons. */
export async function startAccount(
  account: Account,
  options: IdentityStandInOptions,
): Promise<IdentityStandIn> {
  const { serviceProvider: portal } = options;
  const keys = await loadKeyPair(options.stateDir, account.keyName, account.commonName);
  const pending = new Map<string, Pending>();
  const visits = createVisits(account.keyName);
  const app = Fastify({ forceCloseConnections: true });
  let origin = '';
  registerFormBody(app);
  registerPageAssets(app, account.look);

  function show(reply: FastifyReply, body: Html, extra: { autoPost?: boolean } = {}): FastifyReply {
    const formTargets = [new URL(portal.assertionConsumerUrl).origin];
    return sendPage(reply, { title: 'Anmelden', role: account.role, body, formTargets, ...extra });
  }

  app.post('/saml/login', async (request, reply) => {
    const parsed = form.safeParse(request.body);
    try {
      if (!parsed.success) throw new Error('SAMLRequest is missing');
      const profile = { ...account.profile, entryPoint: `${origin}/saml/login` };
      const asked = readAuthnRequest(parsed.data.SAMLRequest, portal, profile);
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
    if (!login) return show(reply.code(404), answered());
    const visit = login.request.forceAuthn ? null : visits.of(request);
    return show(reply, html`${visit && keptSessionForm(visit.label)}${account.page(login.request)}`);
  });

  app.post<{ Params: { id: string } }>('/login/:id', async (request, reply) => {
    const login = pending.get(request.params.id);
    const isKept = kept.safeParse(request.body).success;
    const visit = isKept && !login?.request.forceAuthn ? visits.of(request) : null;
    const posted = visit?.posted ?? request.body;
    const session = visit?.session ?? newSession();
    const response =
      login &&
      account.answer(posted, login.request, {
        idpIssuer: `${origin}/saml`,
        portal,
        keys,
        inResponseTo: login.request.id,
        now: new Date(),
        session,
        ...(visit && { authnInstant: visit.since }),
      });
    if (!response) return show(reply.code(404), answered());
    pending.delete(request.params.id);
    const label = account.labelOf(posted);
    if (!visit && label && isLogin(response)) visits.begin(reply, { posted, label, session });
    const fields = { SAMLResponse: Buffer.from(response).toString('base64'), RelayState: login.relayState };
    return show(reply, returnPage(portal.assertionConsumerUrl, fields), { autoPost: true });
  });

  registerRegistration(app, account.names, show);
  registerLogout(app, { portal, keys, origin: () => origin, visits, show });

  origin = new URL(await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })).origin;
  return {
    origin,
    entryPoint: `${origin}/saml/login`,
    certificate: keys.certificate,
    issuer: `${origin}/saml`,
    logoutUrl: `${origin}/saml/logout`,
    accountUrl: `${origin}/account`,
    registerUrl: `${origin}${REGISTRATION}`,
    close: () => app.close(),
  };
}

const isLogin = (response: string): boolean =>
  response.includes('Value="urn:oasis:names:tc:SAML:2.0:status:Success"');

function answered(): Html {
  return refusedPage(
    'Diese Anmeldung ist schon beendet. Bitte beginnen Sie im Portal neu.',
    'This login has already ended. Please start again in the portal.',
  );
}

function forgetOld(pending: Map<string, Pending>): void {
  for (const [id, { until }] of pending) if (until < Date.now()) pending.delete(id);
}
