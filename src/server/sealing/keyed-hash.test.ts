import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isKeyedHash, keyedHash } from './keyed-hash.ts';

const key = randomBytes(32);

it('is the same for a value of one provider in one column, and another for every other', () => {
  const of = (column: string, provider: string, value: string) => keyedHash(key, column, provider, value);
  const hash = of('app_user.subject', 'nkb', 'a');
  expect(of('app_user.subject', 'nkb', 'a')).toBe(hash);
  const others = [
    of('app_user.subject', 'nkb', 'b'),
    of('app_user.subject', 'sk', 'a'),
    of('account_session.name', 'nkb', 'a'),
    // What belongs to the provider is never taken for the value.
    of('app_user.subject', 'nk', 'ba'),
  ];
  expect(new Set([hash, ...others]).size).toBe(5);
});

it('tells nothing to those who know the value and not the key', () => {
  const hash = keyedHash(key, 'app_user.subject', 'nkb', 'known');
  expect(keyedHash(randomBytes(32), 'app_user.subject', 'nkb', 'known')).not.toBe(hash);
  const text = JSON.stringify(['app_user.subject', 'nkb', 'known']);
  const without = [createHash('sha256').update(text), createHmac('sha256', '').update(text)];
  for (const guess of without) expect(hash).not.toContain(guess.digest('base64url'));
  expect([isKeyedHash(hash), isKeyedHash('known')]).toEqual([true, false]);
});
