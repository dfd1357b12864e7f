/** The nine statuses of spec section 4, verbatim. */
export const processStatuses = [
  'CREATED',
  'EDITING',
  'COMPLETED',
  'ELECTRONIC_NOTICE_SELECTED',
  'PAYMENT_PENDING',
  'PAYMENT_FAILURE',
  'PAID',
  'SUBMITTED',
  'SUBMIT_FAILURE',
] as const;
export type ProcessStatus = (typeof processStatuses)[number];

/** Possible next steps of the person, according to the process workflow. */
export const nextSteps = ['form', 'conflict', 'notice', 'login', 'payment', 'submission', 'result'] as const;
export type NextStep = (typeof nextSteps)[number];

/** The person's answer to the offer of the electronic notice. */
export const noticeChoices = ['accepted', 'declined'] as const;
