import Fastify from 'fastify';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { API_PREFIX, registerApi } from './api.ts';
import { createCases } from './cases.ts';
import { registerFrame, registerNested } from './frame-routes.ts';
import { huntingLicence } from './hunting-licence.ts';
import { command, createMistakes, type FormsCommand, registerControl } from './mistakes.ts';
import { createRequestReader, loadSigningKey, newKey, signAnswer } from './signing.ts';

export type FormsStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Folder of the signing key; created when missing. */
  stateDir: string;
  /** Id of the portal at the form server, and the key (PEM) with which the portal signs. */
  clientId: string;
  clientKey: string;
  /** Seconds after which an unused case ends; default 900, fractions allowed. */
  sessionSeconds?: number;
  now?: () => Date;
};

export type FormsStandIn = {
  origin: string;
  /** Key (PEM) with which it signs its answers. */
  publicKey: string;
  /** The commands of POST {origin}/control, for tests in the same program. */
  control(command: FormsCommand): void;
  /** Faults in answers to the portal. */
  faults: Faults;
  close(): Promise<void>;
};

const SESSION_SECONDS = 900;
const LARGEST_REQUEST = 1024 ** 2;

/** Starts a local form server on 127.0.0.1, as a foreign vendor would run it, with one form: a hunting licence. */
export async function startFormsStandIn(options: FormsStandInOptions): Promise<FormsStandIn> {
  const { clientId, clientKey, sessionSeconds = SESSION_SECONDS, now = () => new Date() } = options;
  const { key, publicKey } = await loadSigningKey(options.stateDir);
  const cases = createCases({ sessionSeconds, now });
  const mistakes = createMistakes();
  const app = Fastify({ forceCloseConnections: true, bodyLimit: LARGEST_REQUEST });
  let origin = '';
  // Serves the same pages under another origin than the form server's, for a frame that is led astray.
  const astray = Fastify({ forceCloseConnections: true });
  let otherOrigin = '';

  const control = (input: FormsCommand) => {
    const parsed = command.parse(input);
    if (parsed.kind === 'lostSession') cases.lose(parsed.processId);
    else mistakes.set(parsed);
  };
  const faults = createFaults();
  registerFaults(app, faults, ({ url }) => (url.startsWith(API_PREFIX) ? url : null));
  registerControl(app, control);
  app.register(registerFrame, { cases, mistakes, now, otherOrigin: () => otherOrigin });
  astray.register(registerFrame, { cases, mistakes, now, otherOrigin: null });
  registerNested(astray);
  app.register(registerApi, {
    prefix: API_PREFIX,
    cases,
    mistakes,
    forms: new Map([[huntingLicence.id, huntingLicence]]),
    read: createRequestReader({ clientId, publicKey: clientKey, audience: () => origin, now }),
    sign: (answer, wrong) =>
      signAnswer(answer, {
        key: wrong.key ? newKey() : key,
        issuer: origin,
        audience: wrong.audience ? 'somebody-else' : clientId,
        now: now(),
        age: wrong.age,
      }),
    now,
  });
  app.get('/', (_request, reply) => reply.send({ service: 'form server stand-in', api: API_PREFIX }));
  app.addHook('onClose', () => astray.close());

  otherOrigin = new URL(await astray.listen({ port: 0, host: '127.0.0.1' })).origin;
  origin = new URL(await app.listen({ port: options.port, host: '127.0.0.1' })).origin;
  return { origin, publicKey, control, faults, close: () => app.close() };
}
