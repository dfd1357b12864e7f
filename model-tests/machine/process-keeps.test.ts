import { expect, it } from 'vitest';
import type { ProcessContext, ProcessEvent } from '#machines/process/process.types.ts';
import { processSubject } from '../subjects/process.ts';
import { differences, type Kept } from './kept.ts';

/** An accepted notice needs a postbox, a declined one does not. */
const noticeAfter = (notice: ProcessContext['notice'], hasPostbox: boolean) =>
  notice === 'accepted' && !hasPostbox ? null : notice;

const processKeeps: Kept<ProcessEvent, ProcessContext> = (event, before, state) => {
  const isBefore = state === 'CREATED' || state === 'EDITING';
  switch (event.type) {
    case 'form.progressed':
      return {
        feeCents: event.feeCents ?? before.feeCents,
        loginConfirmed: before.loginConfirmed && event.loginHolds === true,
      };
    case 'form.completed':
      return before.paidCents === event.feeCents
        ? {
            feeCents: event.feeCents,
            loginConfirmed: before.loginConfirmed && event.loginHolds === true,
          }
        : {
            feeCents: event.feeCents,
            loginConfirmed: before.loginConfirmed && event.loginHolds === true,
            paidCents: 0,
            refundDueCents: before.refundDueCents + before.paidCents,
          };
    case 'place.changed': {
      const { mode, feeCents, noticeAllowed } = event;
      const notice = noticeAllowed ? before.notice : null;
      return { mode, feeCents, noticeAllowed, notice, loginConfirmed: false };
    }
    case 'notice.chosen':
      return { notice: event.accepted ? 'accepted' : 'declined' };
    case 'payment.settled': {
      const paysNow =
        !['PAID', 'SUBMIT_FAILURE', 'SUBMITTED'].includes(state) &&
        before.paidCents === 0 &&
        before.feeCents > 0 &&
        before.feeCents === event.amountCents;
      return paysNow
        ? { paidCents: event.amountCents, conflictOpen: false }
        : { refundDueCents: before.refundDueCents + event.amountCents };
    }
    case 'user.changed':
      return {
        hasUser: true,
        hasPostbox: event.hasPostbox,
        notice: noticeAfter(before.notice, event.hasPostbox),
        loginConfirmed:
          (before.loginConfirmed && event.loginHolds !== false) ||
          (!isBefore && event.authenticatedAfterCompletion),
        ...((isBefore || state === 'COMPLETED' || state === 'ELECTRONIC_NOTICE_SELECTED') &&
          before.paidCents === 0 &&
          event.feeCents !== undefined && { feeCents: event.feeCents }),
      };
    case 'conflict.found':
      return { conflictOpen: true };
    case 'conflict.settled':
      return {
        conflictOpen: false,
        loginConfirmed: before.loginConfirmed && event.loginHolds !== false,
      };
    case 'submission.requested':
      return { running: true };
    case 'submission.completed':
    case 'submission.failed':
      return { running: false };
    case 'result.acknowledged':
      return { acknowledged: true };
    case 'payment.started':
    case 'payment.failed':
    case 'payment.cancelled':
    case 'draft.deleted':
      return {};
  }
};

/** Starts in which fee, notice and login make the most difference. */
const starts = processSubject.starts.filter(({ id }) =>
  /^mode (none|complete), with fee, notice allowed/.test(id),
);

it.each(starts.map((start) => [start.id, start] as const))(
  'an application keeps fee, money, notice, login and conflict as they are after each event: %s',
  (_id, start) => {
    expect(differences(processSubject, [start], processKeeps)).toEqual([]);
  },
);
