import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '#server/problem-error.ts';
import { refusalRecorder } from './security-events.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const asked = (caller: string) =>
  ({
    viewer: null,
    caller,
    id: '1',
    method: 'GET',
    params: {},
    routeOptions: { url: '/x' },
  }) as FastifyRequest;
const foreign = new ProblemError('not-found', {}, { foreign: 'somebody else’s' });

it('tells of refusals, but of one caller not more than anybody reads', () => {
  const record = vi.fn();
  const tell = refusalRecorder({ security: { record } } as never);
  for (let times = 0; times < 40; times += 1) tell(asked('one'), foreign);
  expect(record).toHaveBeenCalledTimes(30);
  tell(asked('other'), foreign);
  expect(record).toHaveBeenLastCalledWith(
    expect.objectContaining({ reason: 'foreign' }),
    expect.objectContaining({ caller: 'other' }),
  );
  vi.advanceTimersByTime(10_000);
  for (let times = 0; times < 40; times += 1) tell(asked('one'), new ProblemError('login-required'));
  expect(record).toHaveBeenCalledTimes(36);
});
