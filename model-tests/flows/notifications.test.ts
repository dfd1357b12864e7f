import { expect, it } from 'vitest';
import { selectToastsAreThere } from '#machines/notifications/notifications.selectors.ts';
import type { NotificationsContext } from '#machines/notifications/notifications.types.ts';
import type { Live } from './live.ts';
import { notificationsSubject } from './notifications.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const isThere = (live: Live) => selectToastsAreThere(live.snapshot() as never);

/** Toasts are shown exactly while there are messages; there are no duplicates. */
function check(live: Live): void {
  const { toasts } = live.snapshot().context as NotificationsContext;
  expect(toasts.length > 0).toBe(live.state().startsWith('shown'));
  expect(isThere(live)).toBe(live.state() !== 'absent');
  expect(new Set(toasts.map(({ key }) => key)).size).toBe(toasts.length);
}

it('shows messages until they are confirmed or have had their time', async () => {
  const missing = await runFlow(
    { subject: notificationsSubject, ends: {}, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'notification.raised': true,
      'notification.confirmed': true,
      'attention.given': true,
      'attention.withdrawn': true,
    },
  );
  expect(missing).toEqual([]);
});
