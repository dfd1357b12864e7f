import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import Fastify, { type FastifyReply } from 'fastify';
import * as z from 'zod';
import { handoverStatuses } from '#domain/handover.ts';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { registerFormBody, registerPageAssets, sendPage } from '#stand-ins/kit/page.ts';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { type Answering, sending, switching } from './kinds.ts';
import { type Identity, publicKeyOf } from './messages.ts';
import { formPage, LOOK, refusedPage, returnPage, startPage, unknownPage } from './pages.ts';
import { createReceiver, type Received } from './receiving.ts';
import { createSender, type OfferedService, type Sending, type Sent, type Told } from './sending.ts';

export type NeighbourStandIn = {
  origin: string;
  /** The portal's entry for this neighbour in `EFA_PARTNERS`. */
  entry: {
    id: string;
    name: { de: string; en: string };
    publicKey: string;
    portal: string;
    returnAddresses: string[];
  };
  /** Hands a person over to the portal. */
  send(what: Sending): Promise<Sent>;
  /** Asks the portal for the status of an application. */
  ask(reference: string): Promise<Told | null>;
  /** People handed over by the portal. */
  received(): Received[];
  /** Sets the answers from the next call of the portal on. */
  answer(how: Answering): void;
  /** Faults in answers to the portal. */
  faults: Faults;
  /** Sets its clock ahead. */
  pass(days: number): void;
  close(): Promise<void>;
};

const NAME = { de: 'Serviceportal Mecklenburg-Vorpommern', en: 'Mecklenburg-Vorpommern service portal' };
const ROLE = `${NAME.de} (Nachbarportal) / ${NAME.en} (neighbouring portal)`;

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const kept = z.object({ privateKey: z.string() });

const message = z.object({ handover: z.string() });
const question = z.object({ request: z.string() });
const end = z.object({ code: z.string(), how: z.enum(handoverStatuses) });
const arrival = z.object({ handover: z.string().default('') });
const comeBack = z.object({ handover: z.string().default(''), result: z.string().default('') });

/**
 * Starts another state's portal: it sends people to the portal and takes people from there, by the protocol of
 * docs/partners-shared-services.md.
 * @param port 0 picks a free one
 */
export async function startNeighbourStandIn(options: {
  port: number;
  stateDir: string;
  /** The portal, as the neighbour knows it. */
  portal: { id: string; address: string; publicKey: string };
  /** Services that the portal runs for the neighbour's people. */
  services: readonly OfferedService[];
}): Promise<NeighbourStandIn> {
  const { port, portal, services } = options;
  const file = stateFile(path.join(options.stateDir, 'key.json'), kept.nullable(), null);
  const key = (await file.read()) ?? { privateKey: newKey() };
  await file.write(key);
  const app = Fastify({ forceCloseConnections: true });
  registerFormBody(app);
  registerPageAssets(app, LOOK);
  const faults = createFaults();
  registerFaults(app, faults, ({ url }) => (url.startsWith('/api/handover') ? url : null));
  let answering: Answering = 'agreed';
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const own: Identity = { id: 'mv', address: '', privateKey: key.privateKey, now };
  const receiver = createReceiver(own, portal);

  const reply = async (to: FastifyReply, work: () => Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await work();
    return to.code(status).send(body);
  };
  app.post('/api/handover', (request, to) =>
    reply(to, () => receiver.take(message.parse(request.body).handover)),
  );
  app.post('/api/handover/status', (request, to) =>
    reply(to, () => receiver.tell(question.parse(request.body).request, answering)),
  );

  const page = (to: FastifyReply, body: ReturnType<typeof startPage>) =>
    sendPage(to, { title: NAME.de, role: ROLE, body, formTargets: [new URL(portal.address).origin] });
  app.get('/', (_request, to) => page(to, startPage(services, receiver.all(), answering)));
  app.post('/antworten', (request, to) => {
    answering = switching.parse(request.body).answering;
    return to.redirect('/', 303);
  });
  app.post('/beantragen', async (request, to) => {
    const { service, kind, locale } = sending.parse(request.body);
    const offered = services.find(({ leiKaId }) => leiKaId === service);
    if (!offered) return page(to, unknownPage());
    const sent = await sender.send({ service: offered, kind, locale });
    return sent.address === null ? page(to, refusedPage(sent)) : to.redirect(sent.address, 303);
  });
  app.get('/rueckkehr', async (request, to) => {
    const { handover, result } = comeBack.parse(request.query);
    return page(to, returnPage(result, await sender.ask(handover).catch(() => null)));
  });
  for (const address of ['/formular/efa', '/en/form/efa']) {
    app.get(address, (request, to) => {
      const received = receiver.find(arrival.parse(request.query).handover);
      return page(to, received ? formPage(received) : unknownPage());
    });
  }
  app.post('/formular/efa', (request, to) => {
    const { code, how } = end.parse(request.body);
    const address = receiver.finish(code, how);
    return address === null ? page(to, unknownPage()) : to.redirect(address, 303);
  });

  const origin = await app.listen({ port, host: '127.0.0.1' });
  own.address = origin;
  const sender = createSender(own, portal, `${origin}/rueckkehr`);
  return {
    origin,
    entry: {
      id: own.id,
      name: NAME,
      publicKey: publicKeyOf(own.privateKey),
      portal: origin,
      returnAddresses: [`${origin}/rueckkehr`],
    },
    send: sender.send,
    ask: sender.ask,
    received: receiver.all,
    answer: (how) => {
      answering = how;
    },
    faults,
    pass: (days) => {
      ahead += days * 24 * 3_600_000;
    },
    close: async () => {
      await app.close();
    },
  };
}
