import Fastify from 'fastify';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { registerPageAssets } from '#stand-ins/kit/page.ts';
import { API_PREFIX, registerApi } from './api.ts';
import { createControl, type PaymentCommand, registerControl } from './control.ts';
import { openLedger } from './ledger.ts';
import { registerPages } from './page-routes.ts';

export type PaymentStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Folder of the stand-in's state; created when missing. */
  stateDir: string;
  clientId: string;
  clientSecret: string;
  /** Minutes after which an untouched payment fails; default 30, fractions allowed. */
  sessionMinutes?: number;
  /** Names of payees by endPointId, for the page. */
  payees?: Record<string, string>;
};

export type PaymentStandIn = {
  origin: string;
  baseUrl: string;
  tokenUrl: string;
  /** The commands of POST {origin}/control, for tests in the same program. */
  control(command: PaymentCommand): Promise<{ transactionId: string | null }>;
  /** Faults in answers to the portal. */
  faults: Faults;
  close(): Promise<void>;
};

/** Starts the local payment provider on 127.0.0.1: XBezahldienste 1.0 with its payment page. */
export async function startPaymentStandIn(options: PaymentStandInOptions): Promise<PaymentStandIn> {
  const ledger = await openLedger(options.stateDir, options.sessionMinutes ?? 30);
  const faults = createFaults();
  const control = createControl(ledger);
  const app = Fastify({ forceCloseConnections: true });
  let origin = '';

  registerPageAssets(app);
  registerFaults(app, faults, ({ url }) =>
    url.startsWith(API_PREFIX) || url === '/oauth/token' ? url : null,
  );
  registerControl(app, control);
  app.register(registerPages, { ledger, payees: options.payees ?? {} });
  app.register(registerApi, { ledger, client: options, origin: () => origin });
  app.get('/', (_request, reply) => reply.send({ service: 'payment stand-in', api: API_PREFIX }));
  app.addHook('onClose', async () => control.close());

  const address = await app.listen({ port: options.port, host: '127.0.0.1' });
  origin = new URL(address).origin;
  return {
    origin,
    baseUrl: `${origin}${API_PREFIX}`,
    tokenUrl: `${origin}/oauth/token`,
    control: (command) => control.run(command),
    faults,
    close: () => app.close(),
  };
}
