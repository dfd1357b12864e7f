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

/** What can come next for the person, as the process workflow says. */
export const nextSteps = ['form', 'notice', 'login', 'payment', 'submission', 'result'] as const;
export type NextStep = (typeof nextSteps)[number];

/** What was answered when the electronic notice was offered. */
export const noticeChoices = ['accepted', 'declined'] as const;
export type NoticeChoice = (typeof noticeChoices)[number];
