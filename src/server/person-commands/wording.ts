import type { StayReason } from '#domain/staying.ts';
import { REFUNDING_DAYS } from '#server/workflow/staying.ts';
import type { NotFound } from './target.ts';

/** Why an application stays for now, for operators. */
export const whyItStays: Record<StayReason, string> = {
  sending: 'it is being sent',
  unfinished: 'the authority has it, and its receipt is still missing',
  paying: 'a payment for it can still be made, or its outcome is not known',
  paid: 'it is a draft with money on record, which goes only with --paid-cents and the sum of the money',
  refunding: `its money was noted to be returned less than ${REFUNDING_DAYS} days ago`,
  handIn: 'documents that were handed in for it are on their way',
};

/** Why nothing was found, for operators. */
export const whyNotFound: Record<NotFound, string> = {
  'unknown-ticket': 'No application here has this ticket number',
  'unknown-person': 'Nobody with this identifier is known here',
  'no-account':
    'This application was sent without an account: nothing else of its person can be found. "export" and "remove" work for it alone',
};

/** @example euros(6000) // "60.00 EUR" */
export const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;
