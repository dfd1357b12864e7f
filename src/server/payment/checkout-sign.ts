import { createHmac, timingSafeEqual } from 'node:crypto';

/** Facts that a return from the payment page is bound to. */
export type Checkout = {
  processId: string;
  attempt: number;
  amountCents: number;
  currency: string;
  /**
   * Our id of the attempt at the provider (StartPayment.requestId): the provider's own id is not known yet when it gets
   * the return address.
   */
  transactionId: string;
  /** Seconds since 1970: the end of the attempt's time, as it was when the provider got the return address. */
  expires: number;
};

/**
 * Returns the paymentCheckoutSign of a process (spec section 3): HMAC-SHA-256 over
 * processId|attempt|amountCents|currency|transactionId|expires, base64url without padding.
 */
export function sign(checkout: Checkout, secret: string): string {
  const { processId, attempt, amountCents, currency, transactionId, expires } = checkout;
  const text = [processId, attempt, amountCents, currency, transactionId, expires].join('|');
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Whether `signature` was made of this checkout with one of the secrets; any wrong one takes equally long. */
export const verify = (checkout: Checkout, signature: string, secrets: readonly string[]): boolean =>
  secrets.filter((secret) => isOf(checkout, signature, secret)).length > 0;

function isOf(checkout: Checkout, signature: string, secret: string): boolean {
  // Texts are compared: base64 may be followed by anything, or end in bits that are not read.
  const expected = Buffer.from(sign(checkout, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
