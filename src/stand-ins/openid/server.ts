import { createServer } from 'node:http';
import path from 'node:path';
import Fastify from 'fastify';
import * as z from 'zod';
import { html } from '#server/html/html.ts';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { registerFormBody, registerPageAssets, sendPage } from '#stand-ins/kit/page.ts';
import { REGISTRATION, registerRegistration } from '#stand-ins/kit/registration.ts';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { type Asked, keptSessionForm, loginPage, refusedPage } from './pages.ts';
import { PERSONS } from './persons.ts';
import { type Kind, LEVELS, lowestOf, PROFILES, tokenFaults } from './profile.ts';
import { type Client, createProvider, personOf, type Rewrites } from './provider.ts';
import { newSigningKey, signingKey } from './signing-key.ts';

export type OpenIdStandInOptions = {
  kind: Kind;
  /** 0 picks a free one. */
  port: number;
  /** Folder of the signing key; created when missing. */
  stateDir: string;
  client: Client;
};

export type OpenIdStandIn = {
  origin: string;
  /** Address by which the portal knows it. */
  issuer: string;
  /** The page on how to get an account. */
  registerUrl: string;
  /** Faults in answers to the portal. */
  faults: Faults;
  close(): Promise<void>;
};

/** Signs with a new key from now on, and withdraws the old one. */
const command = z.object({ action: z.literal('rotate') });

const OLD_SESSION_SECONDS = 3600;
/** Pages of the stand-in; all others belong to the protocol. */
const OWN = /^\/(?:interaction\/|control$|faults$|register$|stand-in\.css$)/;
/** Addresses that browsers open. The portal itself asks all others, which can fail. */
const BY_BROWSERS = /^\/(?:auth|session)(?:[/?]|$)/;

const chosenForm = z.object({
  choice: z.string(),
  session: z.literal('old').optional(),
  level: z.literal('low').optional(),
  token: z.enum(tokenFaults).optional(),
});
type Chosen = z.infer<typeof chosenForm>;

/** Starts a local provider of OpenID Connect on 127.0.0.1 with demonstration persons. */
export async function startOpenIdStandIn(options: OpenIdStandInOptions): Promise<OpenIdStandIn> {
  const { kind, client, stateDir } = options;
  const file = stateFile(path.join(stateDir, `${kind}-signing-key.json`), signingKey.nullable(), null);
  const kept = (await file.read()) ?? newSigningKey(kind);
  await file.write(kept);
  const faults = createFaults();
  const rewrites: Rewrites = new Map();
  /** The choice at the last login of each person. */
  const choices = new Map<string, Chosen>();
  const { role } = PROFILES[kind];
  let issuer = '';
  const make = (key = kept) => createProvider(issuer, { kind, client, key, rewrites });
  let provider: ReturnType<typeof createProvider>;

  const app = Fastify({
    forceCloseConnections: true,
    serverFactory: (own) =>
      createServer(async (request, response) => {
        const { url = '/' } = request;
        if (OWN.test(url)) return own(request, response);
        if (!BY_BROWSERS.test(url) && (await faults.strike(request, response))) return;
        return provider.callback()(request, response);
      }),
  });
  registerFormBody(app);
  registerPageAssets(app);
  registerFaults(app, faults, () => null);
  registerRegistration(
    app,
    PERSONS[kind].map(({ name }) => name),
    (reply, body) => sendPage(reply, { title: 'Konto', role, body }),
  );
  const formTargets = [new URL(client.redirectUri).origin];

  app.get('/interaction/:uid', async (request, reply) => {
    const asked = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
    const known = personOf(kind, asked?.session?.accountId ?? '');
    // A forced login, or one with a card, cannot be continued.
    const staysOpen = kind === 'sk' && asked && !askedOf(kind, asked.params).isForced;
    const body = asked
      ? html`${staysOpen && known ? keptSessionForm(known.name) : null}${loginPage(askedOf(kind, asked.params))}`
      : refusedPage();
    return sendPage(reply.code(asked ? 200 : 404), { title: 'Anmelden', role, body, formTargets });
  });

  app.post('/interaction/:uid', async (request, reply) => {
    const asked = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
    const chosen = chosenForm.safeParse(request.body).data;
    if (!asked || !chosen)
      return sendPage(reply.code(404), { title: 'Anmelden', role, body: refusedPage(), formTargets });
    const earlier = chosen.choice === 'kept' ? choices.get(asked.session?.accountId ?? '') : undefined;
    const result = resultOf(earlier ?? chosen, askedOf(kind, asked.params), rewrites);
    if (result.login) choices.set(result.login.accountId, earlier ?? chosen);
    const next = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    });
    return reply.redirect(next, 303);
  });

  app.post('/control', async (request, reply) => {
    const parsed = command.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ detail: z.prettifyError(parsed.error) });
    provider = make(newSigningKey(kind));
    return { done: true };
  });

  issuer = new URL(await app.listen({ port: options.port, host: '127.0.0.1' })).origin;
  provider = make();
  return {
    origin: issuer,
    issuer,
    registerUrl: `${issuer}${REGISTRATION}`,
    faults,
    close: () => app.close(),
  };
}

/** The result of a choice: cancel, error, or person:level. Anything else is an error of the provider. */
function resultOf({ choice, session, level, token }: Chosen, asked: Asked, rewrites: Rewrites) {
  if (choice === 'cancel') return { error: 'access_denied', error_description: 'The person has cancelled.' };
  const [id = '', named] = choice.split(':');
  const person = personOf(asked.kind, id);
  const reached = person?.levels.find((one) => one === named);
  if (!person || !reached)
    return { error: 'server_error', error_description: 'An internal error has occurred.' };
  if (LEVELS[reached].rank < LEVELS[asked.lowest].rank)
    return { error: 'unmet_authentication_requirements', error_description: 'The level is not reached.' };
  const now = Math.floor(Date.now() / 1000);
  const change = {
    ...(session === 'old' && { auth_time: now - OLD_SESSION_SECONDS }),
    ...(level === 'low' && { acr: LEVELS.low.acr }),
    ...(token === 'audience' && { aud: 'another-portal' }),
    ...(token === 'age' && { iat: now - OLD_SESSION_SECONDS }),
  };
  if (Object.keys(change).length > 0) rewrites.set(person.id, change);
  return { login: { accountId: person.id, acr: LEVELS[reached].acr, ts: now, remember: false } };
}

function askedOf(kind: Kind, params: Record<string, unknown>): Asked {
  const {
    scope = '',
    claims = '{}',
    acr_values = '',
    prompt = '',
    timezone = '',
  } = params as Record<string, string>;
  const named = JSON.parse(claims) as { userinfo?: Record<string, unknown> };
  const scopes = scope.split(' ').filter((name) => name !== 'openid');
  return {
    kind,
    lowest: lowestOf(acr_values),
    data: kind === 'sk' ? Object.keys(named.userinfo ?? {}) : scopes,
    isForced: prompt.split(' ').includes('login'),
    timezone,
  };
}
