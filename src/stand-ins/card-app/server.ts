import Fastify from 'fastify';
import * as z from 'zod';
import { html } from '#server/html/html.ts';
import { registerFormBody, registerPageAssets, sendPage } from '#stand-ins/kit/page.ts';

/**
 * Behaviour of the app: `runs`, `away` as if it were not started, `silent` without any answer, `nonsense` as if another
 * program had its port.
 */
export const cardAppBehaviours = ['runs', 'away', 'silent', 'nonsense'] as const;
export type CardAppBehaviour = (typeof cardAppBehaviours)[number];

export type CardAppStandIn = {
  origin: string;
  /** The portal's `EID_STATUS_URL`. */
  statusUrl: string;
  /** Sets the behaviour from the next question on. */
  behave(behaviour: CardAppBehaviour): void;
  /** Number of questions since the start. */
  asked(): number;
  close(): Promise<void>;
};

const ROLE = 'AusweisApp (Status nach BSI TR-03124-1) / app of the online ID card';

/** Answer of the app (AusweisApp 2.x). */
const STATUS = {
  Name: 'AusweisApp2',
  'Implementation-Title': 'AusweisApp2',
  'Implementation-Vendor': 'Stand-in',
  'Implementation-Version': '2.5.3',
  'Specification-Title': 'TR-03124-1',
  'Specification-Vendor': 'Federal Office for Information Security',
  'Specification-Version': '1.4',
};

const words: Record<CardAppBehaviour, { de: string; en: string }> = {
  runs: { de: 'läuft', en: 'runs' },
  away: { de: 'läuft nicht', en: 'does not run' },
  silent: { de: 'antwortet nie', en: 'never answers' },
  nonsense: { de: 'ein anderes Programm antwortet', en: 'another program answers' },
};

const chosen = z.object({ behaviour: z.enum(cardAppBehaviours) });

/**
 * Starts the app that the portal's pages ask on a person's device, on 127.0.0.1. Its page, at the same address, sets
 * it.
 * @param port 0 picks a free one
 */
export async function startCardAppStandIn({ port }: { port: number }): Promise<CardAppStandIn> {
  let behaviour: CardAppBehaviour = 'runs';
  let asked = 0;
  const app = Fastify({ forceCloseConnections: true });
  registerFormBody(app);
  registerPageAssets(app);

  app.get('/eID-Client', (request, reply) => {
    asked += 1;
    if (behaviour === 'silent') return;
    if (behaviour === 'away') {
      request.raw.socket.destroy();
      return;
    }
    reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Allow-Private-Network', 'true');
    if (behaviour === 'nonsense') reply.type('text/html').send('<p>It works!</p>');
    else reply.type('application/json').send(STATUS);
  });

  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'AusweisApp',
      role: ROLE,
      body: html`<h1>Die AusweisApp ${words[behaviour].de} / The app ${words[behaviour].en}</h1>
<form method="post" action="/">${cardAppBehaviours.map(
        (one) =>
          html`<p><button name="behaviour" value="${one}">${words[one].de} / ${words[one].en}</button></p>`,
      )}</form>`,
    }),
  );
  app.post('/', (request, reply) => {
    behaviour = chosen.parse(request.body).behaviour;
    return reply.redirect('/', 303);
  });

  const origin = await app.listen({ port, host: '127.0.0.1' });
  return {
    origin,
    statusUrl: `${origin}/eID-Client?Status=json`,
    behave: (next) => {
      behaviour = next;
    },
    asked: () => asked,
    close: async () => {
      await app.close();
    },
  };
}
