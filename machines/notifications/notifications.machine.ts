import { assign, setup } from 'xstate';
import { boundedDelay } from '../kit/deadline.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutEvent } from '../kit/params.ts';
import { nextEnd, notificationsAssigners, notificationsGuards } from './notifications.assigners.ts';
import type { NotificationsContext, NotificationsEvent, NotificationsInput } from './notifications.types.ts';

/** The container disappears a moment after its last toast (spec section 9). */
const LINGERING_MS = 500;
const title = titles('notifications');

const addToast = { type: 'addToast', params: aboutEvent } as const;
const removeToast = { type: 'removeToast', params: aboutEvent } as const;

/**
 * Short messages (spec section 2, toasts). Errors stay until they are confirmed; infos disappear automatically, but not
 * while somebody is at them.
 */
export const notificationsMachine = setup({
  types: {
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    input: {} as NotificationsInput,
    meta: {} as FlowMeta,
  },
  actions: {
    addToast: assign(notificationsAssigners.addToast),
    removeToast: assign(notificationsAssigners.removeToast),
    removeEnded: assign(notificationsAssigners.removeEnded),
    holdTime: assign(notificationsAssigners.holdTime),
    releaseTime: assign(notificationsAssigners.releaseTime),
  },
  guards: notificationsGuards,
  delays: {
    untilNextEnd: ({ context }) => boundedDelay(nextEnd(context) ?? Number.POSITIVE_INFINITY, context.now()),
    untilGone: LINGERING_MS,
  },
}).createMachine({
  id: 'notifications',
  context: ({ input }) => ({ toasts: [], heldSince: null, now: input.now }),
  initial: 'absent',
  states: {
    absent: { meta: title('absent'), on: { 'notification.raised': { target: 'shown', actions: addToast } } },
    shown: {
      meta: title('shown'),
      initial: 'passing',
      states: {
        passing: {
          meta: title('passing'),
          on: {
            // The state is re-entered: the next end may now be earlier.
            'notification.raised': { target: 'passing', reenter: true, actions: addToast },
            'notification.confirmed': [
              {
                guard: { type: 'lastOneIsMeant', params: aboutEvent },
                target: '#notifications.lingering',
                actions: removeToast,
              },
              {
                guard: { type: 'toastIsThere', params: aboutEvent },
                target: 'passing',
                reenter: true,
                actions: removeToast,
              },
            ],
            'attention.given': { target: 'held', actions: 'holdTime' },
          },
          after: {
            untilNextEnd: [
              { guard: 'allEndTogether', target: '#notifications.lingering', actions: 'removeEnded' },
              { target: 'passing', reenter: true, actions: 'removeEnded' },
            ],
          },
        },
        held: {
          meta: title('held'),
          on: {
            'notification.raised': { actions: addToast },
            'notification.confirmed': [
              {
                guard: { type: 'lastOneIsMeant', params: aboutEvent },
                target: '#notifications.lingering',
                actions: ['releaseTime', removeToast],
              },
              { guard: { type: 'toastIsThere', params: aboutEvent }, actions: removeToast },
            ],
            'attention.withdrawn': { target: 'passing', actions: 'releaseTime' },
          },
        },
      },
    },
    lingering: {
      meta: title('lingering'),
      after: { untilGone: 'absent' },
      on: {
        'notification.raised': { target: 'shown', actions: addToast },
      },
    },
  },
});
