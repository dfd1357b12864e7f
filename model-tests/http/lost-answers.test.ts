import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalClient, Refused } from './client.ts';
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts';
import { type LostAnswer, lostAnswers, sentHere, startHere, type World } from './lost-answers.ts';
import { type Portal, startPortal } from './portal.ts';

const TOKEN = 'operators-token-of-this-test-only-0123456789';

let portal: Portal;
let network: LosingProxy;
let world: World;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'error', OPERATIONS_TOKEN: TOKEN } });
  network = await startLosingProxy(portal.url);
  world = { portal, browser: () => new PortalClient(network.url), operatorsToken: TOKEN };
});
afterAll(async () => {
  await network?.close();
  await portal?.close();
});

/** The call is made and its answer is lost; the same browser makes it again. */
async function repeated({ send }: Pick<LostAnswer, 'send'>): Promise<{ outcome: string; answer: unknown }> {
  network.loseNext();
  const first = await send().then(
    () => 'answered',
    (error) => (error instanceof Refused ? `refused: ${error.message}` : 'lost'),
  );
  expect(first).toBe('lost');
  return send().then(
    (answer) => ({ outcome: 'done', answer }),
    (error: Refused) => ({ outcome: error.problem.code, answer: null }),
  );
}

describe('an answer that is lost', () => {
  it.each(Object.entries(lostAnswers))('of %s: the person gets on', async (_, prepare) => {
    const lost = await prepare(world);
    const { outcome, answer } = await repeated(lost);
    expect(outcome).toBe(lost.again);
    await lost.goesOn(answer);
  });

  it('of a start with what another portal has handed over: the values are there', async () => {
    const { client, open } = await sentHere(world);
    const { id: handover } = await open();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { outcome, answer } = await repeated({ send: () => startHere(client, handover) });
    expect(outcome).toBe('done');
    const { id } = answer as { id: string };
    const { data } = await client.openForm({ params: { id }, query: {} });
    expect(data).toMatchObject({ familyName: 'Petersen-Wölk' });
  });
});
