import { describe, expect, it } from 'vitest';
import { toastId } from '#machines/notifications/notifications.assigners.ts';
import { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import { selectToasts, selectToastsAreThere } from '#machines/notifications/notifications.selectors.ts';
import type { Notification, NotificationsContext } from '#machines/notifications/notifications.types.ts';
import { type Live, runLive } from './live.ts';
import { error, info, notificationsSubject } from './notifications.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const shown = (live: Live) => selectToasts(live.snapshot() as never).map(({ key }) => key);
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

describe('messages', () => {
  const open = () => {
    const live = runLive(notificationsMachine, (now) => ({ now }), []);
    const raise = (notification: Notification) =>
      live.bring({ type: 'notification.raised', notification } as never);
    return { live, raise };
  };
  const named = (key: string, type: 'info' | 'error' = 'info'): Notification => ({ type, key });

  it('stay eight seconds as infos, until they are confirmed as errors', async () => {
    const { live, raise } = open();
    await raise(info);
    await raise(error);
    await live.passTime(7_999);
    expect(shown(live)).toEqual([info.key, error.key]);
    await live.passTime(1);
    expect(shown(live)).toEqual([error.key]);
    await live.passTime(600_000);
    expect(shown(live)).toEqual([error.key]);
  });

  it('wait while somebody is at them', async () => {
    const { live, raise } = open();
    await raise(info);
    await live.passTime(5_000);
    await live.bring({ type: 'attention.given' });
    await live.passTime(60_000);
    await live.bring({ type: 'attention.withdrawn' });
    await live.passTime(2_999);
    expect(shown(live)).toEqual([info.key]);
    await live.passTime(1);
    expect(shown(live)).toEqual([]);
  });

  it('leave their container for half a second', async () => {
    const { live, raise } = open();
    await raise(error);
    await live.bring({ type: 'notification.confirmed', id: toastId(error) } as never);
    await live.passTime(499);
    expect(isThere(live)).toBe(true);
    await live.passTime(1);
    expect(isThere(live)).toBe(false);
  });

  it('are not said twice: the same one begins its time anew', async () => {
    const { live, raise } = open();
    await raise(info);
    await live.passTime(6_000);
    await raise(info);
    expect(shown(live)).toEqual([info.key]);
    await live.passTime(7_999);
    expect(shown(live)).toEqual([info.key]);
  });

  it('wait for their turn, and have their time from then on', async () => {
    const { live, raise } = open();
    for (const key of ['a', 'b', 'c']) await raise(named(key, 'error'));
    await raise(named('d'));
    await live.passTime(600_000);
    expect(shown(live)).toEqual(['a', 'b', 'c']);
    await live.bring({ type: 'notification.confirmed', id: toastId(named('a', 'error')) } as never);
    await live.passTime(7_999);
    expect(shown(live)).toEqual(['b', 'c', 'd']);
    await live.passTime(1);
    expect(shown(live)).toEqual(['b', 'c']);
  });
});
