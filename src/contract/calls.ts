import { areaCalls } from './areas.ts';
import { authCalls } from './auth.ts';
import { conflictCalls } from './conflict.ts';
import { contentCalls } from './content.ts';
import { editingCalls } from './editing.ts';
import { handoverCalls } from './handover.ts';
import { paymentCalls } from './payment.ts';
import { processCalls } from './process-calls.ts';
import { savedAnswersCalls } from './saved-answers.ts';
import { serviceCalls } from './services.ts';
import { workshopCalls } from './workshop.ts';

/** Every HTTP call of the portal, by name. */
export const calls = {
  ...serviceCalls,
  ...areaCalls,
  ...contentCalls,
  ...authCalls,
  ...processCalls,
  ...conflictCalls,
  ...editingCalls,
  ...handoverCalls,
  ...savedAnswersCalls,
  ...paymentCalls,
  ...workshopCalls,
};
export type Calls = typeof calls;
export type CallName = keyof Calls;
