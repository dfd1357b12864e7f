import { conflictCalls } from './conflict.ts';
import { editingCalls } from './editing.ts';
import { handInCalls } from './hand-in.ts';
import { handoverCalls } from './handover.ts';
import { pageCalls } from './page-calls.ts';
import { paymentCalls } from './payment.ts';
import { personCalls } from './person.ts';
import { processCalls } from './process-calls.ts';
import { repeatCalls } from './repeated-application.ts';
import { savedAnswersCalls } from './saved-answers.ts';
import { workshopCalls } from './workshop.ts';

/** Every HTTP call of the portal, by name. */
export const calls = {
  ...pageCalls,
  ...processCalls,
  ...conflictCalls,
  ...editingCalls,
  ...handInCalls,
  ...handoverCalls,
  ...savedAnswersCalls,
  ...repeatCalls,
  ...paymentCalls,
  ...personCalls,
  ...workshopCalls,
};
export type Calls = typeof calls;
export type CallName = keyof Calls;
