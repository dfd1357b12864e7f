import { expect, it } from 'vitest';
import type { ProcessContext, ProcessEvent } from '#machines/process/process.types.ts';
import { expectedStatus, type Status } from '../oracle/status-table.ts';
import { explore } from '../paths/graph.ts';
import { processSubject } from '../subjects/process.ts';
import { differences, type Kept, type Leads } from './kept.ts';

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

const leads: Leads<ProcessEvent, ProcessContext> = (event, before, state) =>
  state === 'deleted' ? null : expectedStatus(state as Status, before, event);

/** Starts in which fee, notice, login and person make the most difference; process.test.ts walks all of them. */
const starts = processSubject.starts.filter(
  ({ id }) =>
    id.includes('with fee, notice allowed') &&
    (/^mode (none|complete)/.test(id) || !id.includes('no postbox')),
);

it.each(starts.map((start) => [start.id, start] as const))(
  'each event leads from every situation where the status table says, and leaves fee, money, notice, login and conflict as they are to be: %s',
  (_id, start) => {
    const states = explore(processSubject, start).nodes.map(({ state }) => state);
    expect(new Set(states).size, 'every status and deletion').toBe(10);
    expect(differences(processSubject, [start], processKeeps, { leads })).toEqual([]);
  },
);
