import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { Faults, UselessAnswer } from '#stand-ins/kit/faults.ts';
import { complete, fillIn, KIEL, offerOf } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

/** Messages to people and operators while a partner fails; limits of each adapter: stand-ins/partner-faults.test.ts. */

let portal: Portal;
let log = '';
let client: PortalClient;
let calls: Record<string, { faults: Faults; code: string; call(): Promise<unknown> }>;
let payable: ProcessView;

beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'warn' },
    output: (text) => {
      log += text;
    },
  });
  const { partners } = portal;
  client = portal.client();
  await client.logIn('lindemann:eID');
  const licence = await client.call('startProcess', {
    body: { metadataId: offerOf('jagdschein').metadataId, area: KIEL },
  });
  calls = {
    payment: {
      faults: partners.payment.faults,
      code: 'payment-unavailable',
      call: () => {
        const { id: processId, version } = payable;
        return client.call('startPayment', { params: { processId }, body: { version } });
      },
    },
    'form server': {
      faults: partners.forms.faults,
      code: 'form-server-unavailable',
      call: () => client.call('getAccessData', { params: { id: licence.id }, query: {} }),
    },
    'neighbour mv': {
      faults: partners.neighbour.faults,
      code: 'neighbour-unavailable',
      call: () =>
        client.call('startHandover', {
          body: { leiKaId: '99012001001000', area: KIEL, lang: 'de', withPerson: false },
        }),
    },
  };
});
afterAll(() => portal?.close());

const linesOf = (partner: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; partner?: string })
    .filter((line) => line.partner === partner)
    .map(({ msg }) => msg);

it.each<UselessAnswer>(['trickle', 'huge', 'page', 'redirects', 'reset'])(
  'whoever needs a partner that fails (%s) is asked to come back, once; the log tells of it, and of its end',
  async (fault) => {
    const { id } = await fillIn(client, 'fischereischein', { change: { duration: 'five' } });
    payable = await complete(client, id);
    log = '';
    const outcomes = Object.entries(calls).map(async ([partner, { faults, code, call }]) => {
      faults.set({ fault, requests: 100 });
      const error = await call().then(
        () => null,
        (refusal: Refused) => refusal,
      );
      expect(error, partner).toBeInstanceOf(Refused);
      expect([error!.problem.status, error!.problem.code], partner).toEqual([503, code]);
      expect(error!.retryAfter, partner).toBeGreaterThan(10);
      faults.end();
      await call();
    });
    await Promise.all(outcomes);
    for (const partner of Object.keys(calls))
      await expect.poll(() => linesOf(partner)).toEqual(['a partner is away', 'a partner is back']);
  },
);
