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

const asked = (caller: string, about: { params?: object | undefined; url?: string | undefined } = {}) =>
  ({
    viewer: null,
    caller,
    id: '1',
    method: 'GET',
    params: 'params' in about ? about.params : {},
    routeOptions: { url: 'url' in about ? about.url : '/x' },
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

it('of what a limit refuses it tells the first of each caller', () => {
  const record = vi.fn();
  const tell = refusalRecorder({ security: { record } } as never);
  const limit = new ProblemError('too-many-requests');
  for (const caller of ['one', 'one', 'other', 'one']) tell(asked(caller), limit);
  expect(record.mock.calls.map(([, { caller }]) => caller)).toEqual(['one', 'other']);
});

const ID = '00000000-0000-4000-8000-000000000000';
const OTHER = '00000000-0000-4000-8000-000000000001';
const refused = { event: 'access', outcome: 'refused', call: 'GET /x', reason: 'login-required' };

it.each<[string, Parameters<typeof asked>[1], object]>([
  ['no application', {}, refused],
  ['nothing that has a name', { params: undefined, url: undefined }, { ...refused, call: 'GET *' }],
  ['an application', { params: { id: ID } }, { ...refused, process: ID }],
  ['a part of one', { params: { processId: ID, id: OTHER } }, { ...refused, process: ID }],
  ['what is no application', { params: { id: 'a person wrote this' } }, refused],
])('tells of a refusal about %s with its call', (_, about, event) => {
  const record = vi.fn();
  refusalRecorder({ security: { record } } as never)(asked('one', about), new ProblemError('login-required'));
  expect(record.mock.calls.map(([told]) => told)).toEqual([event]);
});

it('tells whose application it was that seemed not to be there, and nothing of what is no refusal', () => {
  const record = vi.fn();
  const tell = refusalRecorder({ security: { record } } as never);
  tell(asked('one', { params: { id: OTHER } }), new ProblemError('not-found', {}, { foreign: ID }));
  tell(asked('one'), new ProblemError('not-found'));
  expect(record.mock.calls.map(([told]) => told)).toEqual([{ ...refused, process: ID, reason: 'foreign' }]);
});
