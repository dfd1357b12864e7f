import { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import type {
  Notification,
  NotificationsContext,
  NotificationsEvent,
  NotificationsInput,
} from '#machines/notifications/notifications.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const info: Notification = { type: 'info', key: 'common:newVersion' };
export const error: Notification = { type: 'error', key: 'errors:general' };

const events = ({ toasts }: NotificationsContext): NotificationsEvent[] => [
  { type: 'notification.raised', notification: info },
  { type: 'notification.raised', notification: error },
  { type: 'notification.confirmed', id: 'somethingElse' },
  ...toasts.map(({ id }): NotificationsEvent => ({ type: 'notification.confirmed', id })),
  { type: 'attention.given' },
  { type: 'attention.withdrawn' },
];

export const notificationsSubject: Subject<
  NotificationsEvent | InternalEvent,
  NotificationsContext,
  NotificationsInput
> = {
  name: 'notifications',
  machine: notificationsMachine,
  starts: [{ id: 'a quiet page', input: { now: () => 0 } }],
  events: ({ snapshot, context }) => [...events(context), ...internalEvents(snapshot, {})],
  abstraction: ({ toasts }) => toasts.map(({ key, endsAt }) => [key, endsAt]),
  sentences: {
    ...internalSentences,
    'notification.raised': ({ notification }) => `the ${notification.type} "${notification.key}" is raised`,
    'notification.confirmed': ({ id }) => `the message ${id} is confirmed`,
    'attention.given': () => 'somebody is at the messages',
    'attention.withdrawn': () => 'nobody is at the messages any more',
  },
};
