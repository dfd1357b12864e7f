import * as z from 'zod';

/** Answers of XBezahldienste 1.0 and 1.2 (docs.fitko.de/xbezahldienste), as far as this server reads them. */

/** Version 1.0 names the amount grosAmount, 1.2 grossAmount. */
export const standardVersion = z.enum(['1.0', '1.2']);
export type StandardVersion = z.infer<typeof standardVersion>;

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  /** Seconds; the standard (RFC 6749, 5.1) only recommends it. */
  expires_in: z.number().positive().optional(),
});

const webAddress = z.url({ protocol: /^https?$/ });

const paymentRequest = z
  .object({
    requestId: z.string(),
    currency: z.literal('EUR'),
    /** The spelling of 1.0. */
    grosAmount: z.coerce.number().positive().optional(),
    /** The spelling of 1.2. */
    grossAmount: z.coerce.number().positive().optional(),
  })
  .transform(({ grosAmount, grossAmount, ...request }, context) => {
    const amount = grossAmount ?? grosAmount;
    if (amount === undefined) {
      context.addIssue('grosAmount or grossAmount is missing');
      return z.NEVER;
    }
    return { ...request, amountCents: Math.round(amount * 100) };
  });

const paymentInformation = z.object({
  transactionId: z.string().min(1),
  /** Some providers send it only with the payment. */
  transactionReference: z.string().nullish(),
  transactionTimestamp: z.iso.datetime({ offset: true }),
  transactionRedirectUrl: webAddress.nullish(),
  paymentMethod: z.string().nullish(),
  status: z.enum(['INITIAL', 'PAYED', 'CANCELED', 'FAILED']),
});

export const paymentTransaction = z.object({ paymentRequest, paymentInformation });
export type PaymentTransaction = z.infer<typeof paymentTransaction>;

/** RFC 9457 problem details; the standard's code is at the end of `type`, or in `code` or `title`. */
export const problemAnswer = z.looseObject({
  type: z.string().optional(),
  code: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  transactionId: z.string().optional(),
});
export type ProblemAnswer = z.infer<typeof problemAnswer>;

const CODES = [
  'NO_VALID_ORIGINATOR_OR_ENDPOINT',
  'PAYMENT_EXISTS',
  'CALCULATION_ERROR',
  'BOOKING_DATA_MISSING',
  'VALIDATION_ERROR',
  'FORBIDDEN',
  'UNSPECIFIED',
] as const;
export type ProblemCode = (typeof CODES)[number];

/** The standard's error code of a problem, UNSPECIFIED for one that is not in the standard. */
export function problemCode(problem: ProblemAnswer): ProblemCode {
  const said = [problem.code, problem.type, problem.title].filter((text) => text !== undefined);
  return CODES.find((code) => said.some((text) => text.endsWith(code))) ?? 'UNSPECIFIED';
}
