import { rulesOf } from '../kit/rule.ts';

/** Every arrow of a payment attempt. */
export const rules = rulesOf({
  'PAY-01': 'assumed',
  'PAY-03': 'assumed',

  'PAY-04': 'spec 4',
  'PAY-05': 'spec 4',
  'PAY-06': 'spec 4',
  'PAY-07': 'spec 4',
  'PAY-08': 'assumed',

  'PAY-09': 'assumed',
  'PAY-10': 'assumed',

  'PAY-12': 'assumed',
  'PAY-13': 'assumed',
  'PAY-14': 'assumed',
  'PAY-15': 'assumed',
});
