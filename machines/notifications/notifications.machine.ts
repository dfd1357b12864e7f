import { assign, setup } from 'xstate';
import { boundedDelay } from '../kit/deadline.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { nextEnd, notificationsAssigners, notificationsGuards } from './notifications.assigners.ts';
import type { NotificationsContext, NotificationsEvent, NotificationsInput } from './notifications.types.ts';

/** The container disappears a moment after its last toast (spec section 9). */
const LINGERING_MS = 500;
const title = titles('notifications');

const aboutToast = ({
  event,
}: {
  event: Extract<NotificationsEvent, { type: 'notification.confirmed' }>;
}) => ({
  id: event.id,
});
const aboutNotification = ({
  event,
}: {
  event: Extract<NotificationsEvent, { type: 'notification.raised' }>;
}) => ({ notification: event.notification });

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
    absent: {
      meta: title('absent'),
      on: {
        'notification.raised': { target: 'shown', actions: { type: 'addToast', params: aboutNotification } },
      },
    },
    shown: {
      meta: title('shown'),
      initial: 'passing',
      states: {
        passing: {
          meta: title('passing'),
          on: {
            // The state is re-entered: the next end may now be earlier.
            'notification.raised': {
              target: 'passing',
              reenter: true,
              actions: { type: 'addToast', params: aboutNotification },
            },
            'notification.confirmed': [
              {
                guard: { type: 'lastOneIsMeant', params: aboutToast },
                target: '#notifications.lingering',
                actions: { type: 'removeToast', params: aboutToast },
              },
              {
                guard: { type: 'toastIsThere', params: aboutToast },
                target: 'passing',
                reenter: true,
                actions: { type: 'removeToast', params: aboutToast },
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
            'notification.raised': { actions: { type: 'addToast', params: aboutNotification } },
            'notification.confirmed': [
              {
                guard: { type: 'lastOneIsMeant', params: aboutToast },
                target: '#notifications.lingering',
                actions: ['releaseTime', { type: 'removeToast', params: aboutToast }],
              },
              {
                guard: { type: 'toastIsThere', params: aboutToast },
                actions: { type: 'removeToast', params: aboutToast },
              },
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
        'notification.raised': { target: 'shown', actions: { type: 'addToast', params: aboutNotification } },
      },
    },
  },
});
