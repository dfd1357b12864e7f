import { describe, expect, it } from 'vitest';
import type { ProcessStatus } from '#domain/process-status.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import {
  changesStatusDate,
  stageOf,
  statusDateKey,
  statusIcon,
  statusTitleKey,
} from '#machines/process/process.selectors.ts';
import { sentApplicationMachine } from '#machines/sentApplication/sentApplication.machine.ts';
import { apiStatuses, eventOf, isSettled } from '#machines/sentApplication/sentApplication.selectors.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import { stepToRun, submissionLabel } from '#machines/submission/submission.selectors.ts';

/** Expected words for each status, from spec section 4. */
describe('a status', () => {
  it.each([
    ['process', processMachine],
    ['payment', paymentMachine],
    ['submission', submissionMachine],
    ['sentApplication', sentApplicationMachine],
  ] as const)('has its own words: %s', (name, machine) => {
    const titles = Object.entries(machine.states).map(([state, node]) => [
      state,
      (node as { meta?: { titleKey: string } }).meta?.titleKey,
    ]);
    expect(titles).toEqual(titles.map(([state]) => [state, `workflow:${name}.${state}`]));
  });

  it.each<[ProcessStatus, string | null, string]>([
    ['CREATED', 'pencil', 'created'],
    ['EDITING', 'pencil', 'lastEdited'],
    ['COMPLETED', 'pencil', 'lastEdited'],
    ['ELECTRONIC_NOTICE_SELECTED', 'pencil', 'lastEdited'],
    ['PAYMENT_PENDING', 'warning', 'openPaymentFrom'],
    ['PAYMENT_FAILURE', 'warning', 'lastPaymentAttempt'],
    ['PAID', 'pencil', 'paid'],
    ['SUBMITTED', null, 'submitted'],
    ['SUBMIT_FAILURE', 'warning', 'lastSubmissionAttempt'],
  ])('has its icon and its date: %s', (status, icon, date) => {
    expect([statusIcon(status), statusDateKey(status), statusTitleKey(status)]).toEqual([
      icon,
      `workflow:statusDate.${date}`,
      `workflow:process.${status}`,
    ]);
  });

  it('has a new date when it is another one, or what the date is about happened again', () => {
    expect(changesStatusDate('EDITING', 'COMPLETED', 'form.completed')).toBe(true);
    expect(changesStatusDate('EDITING', 'EDITING', 'form.progressed')).toBe(false);
    expect(changesStatusDate('SUBMIT_FAILURE', 'SUBMIT_FAILURE', 'submission.failed')).toBe(true);
    expect(
      changesStatusDate('ELECTRONIC_NOTICE_SELECTED', 'ELECTRONIC_NOTICE_SELECTED', 'notice.chosen'),
    ).toBe(true);
  });

  it.each([
    ['form', 'EDITING', 'form'],
    ['conflict', 'COMPLETED', 'conflict'],
    ['notice', 'COMPLETED', 'notice'],
    ['login', 'COMPLETED', 'login'],
    ['payment', 'COMPLETED', 'payment'],
    ['payment', 'PAYMENT_PENDING', 'paymentOpen'],
    ['payment', 'PAYMENT_FAILURE', 'paymentFailed'],
    ['submission', 'PAID', 'submission'],
    ['submission', 'SUBMIT_FAILURE', 'sendingFailed'],
    ['result', 'SUBMITTED', 'sent'],
  ] as const)('leads to one stage: %s in %s is %s', (nextStep, status, stage) => {
    expect(stageOf({ nextStep, status, running: false } as never)).toBe(stage);
    expect(stageOf({ nextStep, status, running: true } as never)).toBe('sending');
  });
});

describe('a submission', () => {
  it('says what is being done', () => {
    const labels = [...Object.keys(submissionMachine.states), null].map((state) => [
      state,
      submissionLabel(state as never),
    ]);
    expect(labels).toEqual([
      ['GET_FILES', 'checkingFiles'],
      ['CREATE_MESSAGE_ID', 'checkingFiles'],
      ['CALCULATE_HASHES_FOR_ATTACHMENTS', 'checkingFiles'],
      ['CHECK_SIGNATURES', 'checkingFiles'],
      ['CREATE_PROTOCOL', 'preparingData'],
      ['SEAL_DATA', 'preparingData'],
      ['SUBMIT_DATA_TO_AUTHORITY', 'processingData'],
      ['SUBMIT_DATA_TO_POSTBOX', 'processingData'],
      ['CREATE_RECEIPT', 'compilingDocuments'],
      ['SAVE_SUBMISSION', 'preparingDownload'],
      ['waiting', 'processingData'],
      ['SUBMISSION_FAILURE', 'failed'],
      ['SUBMISSION_COMPLETED', 'successful'],
      [null, 'pleaseWait'],
    ]);
  });

  it('runs the step that it is at, and none while it rests', () => {
    const at = (state: string, step: string) => stepToRun({ state, context: { step } } as never);
    expect(at('SEAL_DATA', 'SEAL_DATA')).toBe('SEAL_DATA');
    expect(at('waiting', 'SEAL_DATA')).toBeNull();
    expect(at('SUBMISSION_FAILURE', 'SEAL_DATA')).toBeNull();
  });

  it('is put off to its last moment, and not beyond', () => {
    const end = '2026-01-02T12:00:00.000Z';
    const step = 'CREATE_MESSAGE_ID' as const;
    const { context } = begin(submissionMachine, undefined);
    const row = { state: step, context: { ...context, step, tryUntil: end } } as never;
    const put = (nextTryAt: string) =>
      advance(submissionMachine, row, {
        type: 'step.postponed',
        step,
        problem: 'x',
        nextTryAt,
        tryUntil: 'z',
      });
    expect(put(end).accepted).toBe(true);
    expect(put('2026-01-02T12:00:00.001Z').accepted).toBe(false);
  });
});

describe('a sent application', () => {
  const problems = [{ title: 'a', detail: 'b' }, { detail: 'c' }, {}];
  const issuedAt = '2026-11-20T10:00:00Z';

  it.each([
    ['create', 'delivery.created'],
    ['submit', 'delivery.submitted'],
    ['notify', 'delivery.notified'],
    ['forward', 'delivery.forwarded'],
    ['accept', 'delivery.accepted'],
    ['delete', 'delivery.deleted'],
  ] as const)('knows the entry of the log: %s', (kind, type) => {
    expect(eventOf({ kind, issuedAt, problems })).toEqual({ type, issuedAt });
  });

  it('knows the reasons of a rejection', () => {
    expect(eventOf({ kind: 'reject', issuedAt, problems })).toEqual({
      type: 'delivery.rejected',
      issuedAt,
      problems: ['a', 'c', ''],
    });
  });

  it('is settled with an outcome, and has its name at the API', () => {
    const found = Object.keys(sentApplicationMachine.states).map((state) => [
      state,
      isSettled({ state, context: {} } as never),
      apiStatuses[state as keyof typeof apiStatuses],
    ]);
    expect(found).toEqual([
      ['pending', false, 'SUBMITTED'],
      ['submitted', false, 'SUBMITTED'],
      ['unknown', false, 'UNKNOWN'],
      ['successfullySubmitted', true, 'SUCCESSFULLY_SUBMITTED'],
      ['processingError', true, 'PROCESSING_ERROR'],
    ]);
  });
});
