import { describe, expect, it } from 'vitest';
import { type Checkout, sign, verify } from './checkout-sign.ts';

const SECRET = 'a secret of this test';
const checkout: Checkout = {
  processId: '0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11',
  attempt: 1,
  amountCents: 3070,
  currency: 'EUR',
  transactionId: 'p-1',
  expires: 1_800_000_000,
};

describe('the sign of a payment return', () => {
  it('is accepted for the checkout it was made for', () => {
    const signature = sign(checkout, SECRET);
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(verify(checkout, signature, [SECRET])).toBe(true);
  });

  it.each([
    ['process', { processId: 'another' }],
    ['attempt', { attempt: 2 }],
    ['amount', { amountCents: 3071 }],
    ['currency', { currency: 'USD' }],
    ['transaction', { transactionId: 'p-2' }],
    ['expiry', { expires: 1_900_000_000 }],
  ])('is refused for another %s', (_what, change) => {
    expect(verify({ ...checkout, ...change }, sign(checkout, SECRET), [SECRET])).toBe(false);
  });

  it('is accepted when made with a secret of before, as long as that is kept', () => {
    const before = sign(checkout, SECRET);
    expect(verify(checkout, before, ['the new one', SECRET])).toBe(true);
    expect(verify(checkout, before, ['the new one'])).toBe(false);
  });

  it('is refused when made with another secret, cut short, or not a sign at all', () => {
    expect(verify(checkout, sign(checkout, 'another'), [SECRET])).toBe(false);
    expect(verify(checkout, sign(checkout, SECRET).slice(0, -2), [SECRET])).toBe(false);
    expect(verify(checkout, '', [SECRET])).toBe(false);
  });

  it.each(['=', '.', ' ', '\n', '!more', '%00', 'A'])('is refused with %j behind it', (more) => {
    expect(verify(checkout, sign(checkout, SECRET) + more, [SECRET])).toBe(false);
  });

  it('is refused in another spelling of the same bytes', () => {
    const signature = sign(checkout, SECRET);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(signature.slice(-1));
    const other = signature.slice(0, -1) + alphabet[last ^ 1];
    expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    expect(verify(checkout, other, [SECRET])).toBe(false);
  });
});
