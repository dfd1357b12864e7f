/** Ways to pay, named verbatim (XBezahldienste `paymentMethod`, FIT-Connect metadata `paymentInformation`). */
export const paymentMethods = ['GIROPAY', 'PAYDIRECT', 'CREDITCARD', 'PAYPAL', 'INVOICE', 'OTHER'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Partners may name others: these are stored under the names they come with. */
export const isPaymentMethod = (name: string): name is PaymentMethod =>
  paymentMethods.some((method) => method === name);
