import { rulesOf } from '../kit/rule.ts';

const MONEY = 'Money that does not pay the fee is put on record for the operator to return.';
const STILL_FITS = 'A payment that is reported late pays the fee if the amount still is the fee.';
const HANDED_OVER = 'The process goes to the person who has just logged in.';
const confirmed =
  'The process goes to the person who has just logged in, which also confirms the completed data.';
const REQUESTED =
  'The application is sent once nothing is left to pay, to choose, to decide or to confirm by login.';
const paidFor =
  'A paid application is sent at once and by itself, when nothing is left to choose or to confirm by login.';
const ARRIVED = 'The submission under way has delivered the application.';
const FAILED = 'The submission under way has failed; it can be repeated.';
const REMOVED = 'The draft is deleted on demand or after its time, unless a submission is under way.';
const removedPaid =
  'The draft is deleted unless a submission is under way; a paid one only after a second consent.';
const reopened =
  'The data is changed after it was completed, as long as nothing is paid and nothing is being sent.';
const chosen =
  'The person decides how the notice is to come, where the form offers the choice and there is a postbox.';
const PAYING =
  'A payment is opened when a fee is due, the notice is chosen, the login is done and no data conflict is open.';
const DIFFERS =
  'A login brought data that differs from the form: nothing is paid or sent until the person has decided.';
const DECIDED = 'The person has decided about every difference, or nothing differs any more.';

/** Every arrow of the process workflow in one sentence. */
export const rules = rulesOf({
  'PROC-01': ['spec 4', 'The first saved data begins the editing.'],
  'PROC-02': ['assumed', 'Valid data can be completed at once.'],
  'PROC-03': ['spec 4', HANDED_OVER],
  'PROC-04': ['assumed', REMOVED],

  'PROC-05': ['spec 4', 'Further data is saved.'],
  'PROC-06': ['spec 4', 'The data is completed when the server finds it valid.'],
  'PROC-07': ['assumed', STILL_FITS],
  'PROC-08': ['assumed', MONEY],
  'PROC-09': ['spec 4', HANDED_OVER],
  'PROC-10': ['assumed', removedPaid],

  'PROC-11': ['assumed', reopened],
  'PROC-12': ['spec 4', chosen],
  'PROC-13': ['assumed', PAYING],
  'PROC-14': ['assumed', STILL_FITS],
  'PROC-15': ['assumed', MONEY],
  'PROC-16': ['assumed', REQUESTED],
  'PROC-17': ['spec 4', ARRIVED],
  'PROC-18': ['spec 4', FAILED],
  'PROC-19': ['spec 4', confirmed],
  'PROC-20': ['assumed', removedPaid],

  'PROC-21': ['assumed', reopened],
  'PROC-22': ['assumed', 'The choice of the notice can be changed until it is paid or sent.'],
  'PROC-23': ['assumed', PAYING],
  'PROC-24': ['assumed', STILL_FITS],
  'PROC-25': ['assumed', MONEY],
  'PROC-26': ['assumed', REQUESTED],
  'PROC-27': ['spec 4', ARRIVED],
  'PROC-28': ['spec 4', FAILED],
  'PROC-29': ['spec 4', confirmed],
  'PROC-30': ['assumed', removedPaid],

  'PROC-31': ['spec 4', 'The payment is reopened or restarted at the provider.'],
  'PROC-32': ['spec 4', 'The provider says on being asked that the fee is paid.'],
  'PROC-33': ['assumed', MONEY],
  'PROC-34': ['spec 4', 'The provider says on being asked that the payment failed.'],
  'PROC-35': ['spec 4', 'The provider says on being asked that the payment was cancelled.'],
  'PROC-36': ['spec 4', confirmed],

  'PROC-37': ['assumed', reopened],
  'PROC-38': ['spec 4', 'A failed payment can be tried again.'],
  'PROC-39': ['assumed', 'A payment that failed at first is reported as paid after all.'],
  'PROC-40': ['assumed', MONEY],
  'PROC-41': ['spec 4', confirmed],
  'PROC-42': ['assumed', REMOVED],

  'PROC-43': ['assumed', MONEY],
  'PROC-44': ['assumed', paidFor],
  'PROC-45': ['spec 4', ARRIVED],
  'PROC-46': ['spec 4', FAILED],
  'PROC-47': ['spec 4', confirmed],
  'PROC-48': ['assumed', removedPaid],

  'PROC-49': ['assumed', reopened],
  'PROC-50': ['assumed', MONEY],
  'PROC-51': ['spec 4', 'The person submits again after a failed submission.'],
  'PROC-52': ['spec 4', ARRIVED],
  'PROC-53': ['spec 4', FAILED],
  'PROC-54': ['spec 4', confirmed],
  'PROC-55': ['assumed', removedPaid],

  'PROC-56': ['assumed', 'The result has been taken: the process leaves the drafts list.'],
  'PROC-57': ['assumed', MONEY],

  'PROC-58': ['assumed', 'A notice that was accepted does not survive a login without a postbox.'],

  'PROC-59': ['spec 4', DIFFERS],
  'PROC-60': ['spec 4', DECIDED],

  'PROC-61': ['spec 4', DIFFERS],
  'PROC-62': ['spec 4', DECIDED],

  'PROC-63': ['spec 4', DIFFERS],
  'PROC-64': ['spec 4', DECIDED],

  'PROC-65': ['spec 4', DIFFERS],
  'PROC-66': ['spec 4', DECIDED],

  'PROC-67': ['spec 4', DIFFERS],
  'PROC-68': ['spec 4', DECIDED],

  'PROC-69': ['spec 4', DIFFERS],
  'PROC-70': ['spec 4', DECIDED],

  'PROC-71': ['spec 4', DIFFERS],
  'PROC-72': ['spec 4', DECIDED],
});
