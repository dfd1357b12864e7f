import * as z from 'zod';

/** Requirements of XBezahldienste 1.0 for a PaymentRequest; 1.2's spelling of the amount is accepted as well. */
const id = z.string().regex(/^[\w-]{1,36}$/);
const amount = z.number().positive().max(999_999).multipleOf(0.01);
const share = z.number().min(0).max(999_999);

const item = z.object({
  id: z.string().min(1).max(36),
  reference: z.string().min(1).max(36),
  description: z.string().max(250),
  taxRate: z.number().min(0).max(100),
  quantity: z.int().min(1),
  totalNetAmount: share,
  totalTaxAmount: share,
  singleNetAmount: share,
  singleTaxAmount: share,
  bookingData: z.record(z.string(), z.string()),
});

export const paymentRequest = z
  .object({
    requestId: id,
    requestTimestamp: z.iso.datetime({ offset: true }),
    currency: z.literal('EUR'),
    grosAmount: amount.optional(),
    grossAmount: amount.optional(),
    purpose: z.string().regex(/^[\w\s-]{1,27}$/),
    description: z.string().max(250),
    redirectUrl: z.url({ protocol: /^https?$/ }).max(2082),
    items: z.array(item).min(1).max(99),
    requestor: z
      .object({
        name: z.string(),
        firstName: z.string().optional(),
        isOrganization: z.boolean(),
        organizationName: z.string().optional(),
      })
      .optional(),
  })
  .refine((request) => (request.grosAmount === undefined) !== (request.grossAmount === undefined), {
    message: 'exactly one of grosAmount and grossAmount',
  });
export type PaymentRequest = z.infer<typeof paymentRequest>;

export const outcome = z.enum(['PAYED', 'FAILED', 'CANCELED']);
export type Outcome = z.infer<typeof outcome>;

export const transaction = z.object({
  transactionId: z.string(),
  originatorId: z.string(),
  endPointId: z.string(),
  reference: z.string(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  status: z.enum(['INITIAL', ...outcome.options]),
  statusDetail: z.string(),
  method: z.enum(['CREDITCARD', 'PAYPAL', 'OTHER']).nullable(),
  request: paymentRequest,
});
export type Transaction = z.infer<typeof transaction>;
export type Method = NonNullable<Transaction['method']>;

/** The amount in cents, in whichever spelling it was sent. */
export function amountCents(request: PaymentRequest): number {
  return Math.round((request.grosAmount ?? request.grossAmount ?? 0) * 100);
}

/** True if the items add up to the amount, to the cent (else CALCULATION_ERROR). */
export function itemsAddUp(request: PaymentRequest): boolean {
  const sum = request.items.reduce((cents, { totalNetAmount, totalTaxAmount }) => {
    return cents + Math.round((totalNetAmount + totalTaxAmount) * 100);
  }, 0);
  return sum === amountCents(request);
}
