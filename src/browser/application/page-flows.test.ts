import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import { placeholder } from '#machines/kit/placeholders.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import type { Api } from '../api.ts';
import { pageFlows } from './page-flows.ts';

/** A root with a list whose code arrives later. */
function started() {
  const machine = setup({ actors: { drafts: placeholder<string>('drafts') } }).createMachine({
    initial: 'away',
    states: {
      away: { on: { area: 'there' } },
      there: { invoke: { src: 'drafts', onDone: 'listed' } },
      listed: {},
    },
  });
  return createActor(machine).start();
}

const drafts = fromPromise(async () => 'listed');

it('a page is entered once the flow of its own is there', async () => {
  const root = started();
  const arrival = Promise.withResolvers<{ drafts: typeof drafts }>();
  const withFlow = pageFlows(root as unknown as Portal, {} as Api, {} as never, {
    account: () => arrival.promise,
  });
  withFlow('account', () => root.send({ type: 'area' }));
  expect(root.getSnapshot().value).toBe('away');
  arrival.resolve({ drafts });
  await vi.waitFor(() => expect(root.getSnapshot().value).toBe('listed'));
});

it('a page whose flow is there, or that has none, is entered at once', async () => {
  const load = vi.fn(async () => ({ drafts }));
  const withFlow = pageFlows(started() as unknown as Portal, {} as Api, {} as never, { account: load });
  const told: string[] = [];
  withFlow('process', () => told.push('process'));
  expect(told).toEqual(['process']);
  withFlow('account', () => told.push('first'));
  await vi.waitFor(() => expect(told).toContain('first'));
  withFlow('account', () => told.push('second'));
  expect(told).toEqual(['process', 'first', 'second']);
  expect(load).toHaveBeenCalledOnce();
});

it('an address that was left before its flow arrived says nothing any more', async () => {
  const arrival = Promise.withResolvers<{ drafts: typeof drafts }>();
  const withFlow = pageFlows(started() as unknown as Portal, {} as Api, {} as never, {
    account: () => arrival.promise,
  });
  const told: string[] = [];
  withFlow('account', () => told.push('area'));
  withFlow('process', () => told.push('application'));
  arrival.resolve({ drafts });
  await arrival.promise;
  await Promise.resolve();
  await Promise.resolve();
  expect(told).toEqual(['application']);
});

it('a page whose flow cannot be loaded is entered when it is asked for again', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => ({ drafts }));
  for (let tries = 0; tries < 4; tries += 1) load.mockRejectedValueOnce(new Error('no script'));
  const withFlow = pageFlows(started() as unknown as Portal, {} as Api, {} as never, { account: load });
  const told: string[] = [];
  withFlow('account', () => told.push('first'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  withFlow('account', () => told.push('again'));
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  expect(told).toEqual(['again']);
});
