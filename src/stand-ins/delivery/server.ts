import Fastify from 'fastify';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { registerFormBody, registerPageAssets } from '#stand-ins/kit/page.ts';
import { createClerk } from './clerk.ts';
import { registerControl } from './control.ts';
import {
  type Destination,
  type DestinationConfig,
  postboxService,
  registerDestinations,
} from './destinations.ts';
import { createInbox } from './inbox.ts';
import { loadKeys, rootsOf } from './keys.ts';
import { noOrders } from './orders.ts';
import { registerPages } from './pages.ts';
import { type KnownSchema, schemaChecks } from './schema-check.ts';
import { openStore } from './store.ts';
import { registerSubmissions } from './submissions.ts';
import { registerTokens } from './tokens.ts';

export type DeliveryStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Keys and everything that arrives; a later start with the same folder continues from it. */
  stateDir: string;
  clientId: string;
  clientSecret: string;
  destinations: DestinationConfig[];
  /** Schemas that the authorities' software compares data with. */
  schemas?: KnownSchema[];
  /** UUID of the destination behind which the postboxes are. */
  postboxDestinationId: string;
  clerk: { acceptAfterMs: number };
};

export type DeliveryStandIn = {
  origin: string;
  tokenUrl: string;
  submissionUrl: string;
  destinationUrl: string;
  /** Base address of the control calls; see `createDeliveryControl`. */
  control: string;
  postboxDestinationId: string;
  /** Name of the service in its events. */
  issuer: string;
  /** Certificates that certify the keys of its authorities, in PEM. */
  roots: string;
  /** Faults in answers to the portal. */
  faults: Faults;
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A local FIT-Connect v2 with authorities and postboxes behind it, for demonstration and tests. */
export async function startDeliveryStandIn(options: DeliveryStandInOptions): Promise<DeliveryStandIn> {
  const { stateDir, postboxDestinationId } = options;
  const [keys, store] = await Promise.all([loadKeys(stateDir), openStore(stateDir)]);
  const inbox = createInbox(store, keys);
  const orders = noOrders();
  const issuer = 'https://submission-api.demonstration.invalid';
  const postbox = { destinationId: postboxDestinationId, name: 'Postfach', services: [postboxService] };
  const destinations = new Map(
    [...options.destinations, postbox].map((one): [string, Destination] => [
      one.destinationId,
      { ...one, status: 'active' },
    ]),
  );
  const clerk = createClerk({
    store,
    inbox,
    keys,
    orders,
    issuer,
    acceptAfterMs: options.clerk.acceptAfterMs,
    destinations,
    checks: schemaChecks(options.schemas ?? []),
    postboxDestinationId,
  });
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  registerFormBody(app);
  registerPageAssets(app);
  const faults = createFaults();
  registerFaults(app, faults, ({ routeOptions }) => routeOptions.config.deliveryCall ?? null);
  // A fault that nobody ordered is one of the stand-in.
  app.addHook('onError', async (request, _, error) => {
    if ((error.statusCode ?? 500) >= 500)
      process.stderr.write(`${request.method} ${request.url}: ${error.stack}\n`);
  });
  const authorise = registerTokens(app, options);
  registerDestinations(app, { keys, destinations, authorise });
  registerSubmissions(app, { store, keys, destinations, clerk, issuer, authorise });
  registerControl(app, { store, inbox, clerk, keys, stateDir, orders, destinations, postboxDestinationId });
  registerPages(app, { store, inbox, clerk, destinations, postboxDestinationId });
  const origin = await app.listen({ port: options.port, host: '127.0.0.1' });

  return {
    issuer,
    roots: rootsOf(keys),
    origin,
    tokenUrl: `${origin}/token`,
    submissionUrl: `${origin}/submission-api`,
    destinationUrl: `${origin}/destination-api`,
    control: `${origin}/control`,
    postboxDestinationId,
    faults,
    async close() {
      await app.close();
      await clerk.close();
    },
  };
}
