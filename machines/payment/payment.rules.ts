import { rulesOf } from '../kit/rule.ts';

/** Every arrow of a payment attempt in one sentence. */
export const rules = rulesOf({
  'PAY-01': ['assumed', 'The provider has opened the transaction.'],
  'PAY-03': ['assumed', 'The attempt is replaced before the provider has answered.'],

  'PAY-04': ['spec 4', 'The person is still paying.'],
  'PAY-05': ['spec 4', 'The provider says that the amount was paid.'],
  'PAY-06': ['spec 4', 'The provider says that the payment failed.'],
  'PAY-07': ['spec 4', 'The provider says that the person cancelled.'],
  'PAY-08': ['assumed', 'The open attempt is replaced by a new one.'],

  'PAY-09': ['assumed', 'A failed attempt is reported as paid after all.'],
  'PAY-10': ['assumed', 'A cancelled attempt is reported as paid after all.'],

  'PAY-12': ['assumed', 'A replaced attempt is not over at the provider yet.'],
  'PAY-13': ['assumed', 'A replaced attempt is reported as paid: its money is on record.'],
  'PAY-14': ['assumed', 'A replaced attempt has failed at the provider.'],
  'PAY-15': ['assumed', 'A replaced attempt was cancelled at the provider.'],
});
