import type { StartPayment } from '#server/ports/payment.ts';

const PURPOSE_LENGTH = 27;
const DESCRIPTION_LENGTH = 250;
const ADDRESS_LENGTH = 2082;
const MAX_CENTS = 99_999_900;
const ID = /^[\w-]{1,36}$/;

const SPELLED_OUT: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  ø: 'oe',
  Ø: 'Oe',
  æ: 'ae',
  Æ: 'Ae',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
};

/** Returns the purpose in the form of the standard: at most 27 of [A-Za-z0-9_ -]; German letters are spelled out. */
export function cleanPurpose(purpose: string): string {
  const plain = purpose
    .normalize('NFC')
    .replace(/[äöüÄÖÜßẞøØæÆłŁđĐ]/g, (letter) => SPELLED_OUT[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w-]+/g, ' ')
    .trim();
  return plain.slice(0, PURPOSE_LENGTH).trim() || 'Gebuehr';
}

/** Throws RangeError for an id that cannot be part of the provider's addresses. */
export function checkId(name: string, id: string): string {
  if (!ID.test(id)) throw new RangeError(`${name} must have 1 to 36 characters of [A-Za-z0-9_-]`);
  return id;
}

/**
 * The PaymentRequest of XBezahldienste: one item without tax, since administrative fees are not taxed. Purpose and
 * description are texts of the form (use-cases/start-payment.ts).
 * Throws RangeError for an amount, id or return address outside the standard's limits.
 */
export function paymentRequestBody(
  payment: StartPayment,
  amountField: 'grosAmount' | 'grossAmount',
  now: Date,
): Record<string, unknown> {
  const { amountCents } = payment;
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > MAX_CENTS) {
    throw new RangeError(`amountCents must be whole and between 1 and ${MAX_CENTS}`);
  }
  if (payment.returnUrl.length > ADDRESS_LENGTH) throw new RangeError('returnUrl is too long');
  // A whole number of cents divided by 100 prints with at most two decimals.
  const amount = amountCents / 100;
  const description = Array.from(payment.description).slice(0, DESCRIPTION_LENGTH).join('');
  return {
    requestId: checkId('requestId', payment.requestId),
    requestTimestamp: now.toISOString(),
    currency: 'EUR',
    [amountField]: amount,
    purpose: cleanPurpose(payment.purpose),
    description,
    redirectUrl: payment.returnUrl,
    items: [
      {
        id: '1',
        reference: payment.requestId,
        description,
        taxRate: 0,
        quantity: 1,
        totalNetAmount: amount,
        totalTaxAmount: 0,
        singleNetAmount: amount,
        singleTaxAmount: 0,
        bookingData: {},
      },
    ],
  };
}
