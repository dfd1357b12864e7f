import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FreshToken, keepAccessToken } from './access-tokens.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Tokens `1`, `2`, … that are valid for a minute, each fetched in this many milliseconds. */
function partner(takesMs = 0) {
  let given = 0;
  const fetchToken = vi.fn(async (): Promise<FreshToken> => {
    given++;
    await vi.advanceTimersByTimeAsync(takesMs);
    return { token: String(given), expiresInSeconds: 60 };
  });
  return { fetchToken, tokens: keepAccessToken(fetchToken, 5_000) };
}

it('many askers at once cause one request', async () => {
  const { fetchToken, tokens } = partner();
  expect(await Promise.all([tokens.get(), tokens.get(), tokens.get()])).toEqual(['1', '1', '1']);
  expect(await tokens.get()).toBe('1');
  expect(fetchToken).toHaveBeenCalledTimes(1);
});

it('a token is used until the margin before its end, counted from the question', async () => {
  const { tokens } = partner(2_000);
  await tokens.get();
  vi.advanceTimersByTime(52_999);
  expect(await tokens.get()).toBe('1');
  vi.advanceTimersByTime(1);
  expect(await tokens.get()).toBe('2');
});

it('a refusal is told to all who asked, and the next one asks anew', async () => {
  const { fetchToken, tokens } = partner();
  fetchToken.mockRejectedValueOnce(new Error('away'));
  const asked = [tokens.get(), tokens.get()];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await tokens.get()).toBe('1');
});

it('a token that was refused is fetched anew, unless somebody has done so already', async () => {
  const { fetchToken, tokens } = partner();
  await tokens.get();
  tokens.forget('1');
  expect(await tokens.get()).toBe('2');
  tokens.forget('1');
  expect(await tokens.get()).toBe('2');
  expect(fetchToken).toHaveBeenCalledTimes(2);
});
