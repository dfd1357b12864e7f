import { describe, expect, it } from 'vitest';
import { toastId } from '#machines/notifications/notifications.assigners.ts';
import { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import { selectToasts, selectToastsAreThere } from '#machines/notifications/notifications.selectors.ts';
import type { Notification } from '#machines/notifications/notifications.types.ts';
import { follow, type Step } from './follow.ts';
import { type Live, runLive } from './live.ts';

const info = (key: string): Notification => ({ type: 'info', key });
const error = (key: string): Notification => ({ type: 'error', key });
const begin = () => runLive(notificationsMachine, (now) => ({ now }), []);
const raise = (notification: Notification, state = 'shown.passing'): Step => [
  { type: 'notification.raised', notification } as never,
  state,
];
const confirm = (notification: Notification, state: string): Step => [
  { type: 'notification.confirmed', id: toastId(notification) } as never,
  state,
];
const pass = (passMs: number, state = 'shown.passing'): Step => [{ passMs }, state];
const give: Step = [{ type: 'attention.given' }, 'shown.held'];
const withdraw: Step = [{ type: 'attention.withdrawn' }, 'shown.passing'];
const shown = (live: Live) => selectToasts(live.snapshot() as never).map(({ key }) => key);
const isThere = (live: Live) => selectToastsAreThere(live.snapshot() as never);

describe('an info', () => {
  it('can be read for 8 seconds; the place is gone half a second later', async () => {
    const live = begin();
    expect([live.state(), isThere(live)]).toEqual(['absent', false]);
    await follow(live, [raise(info('a')), pass(7_999)]);
    expect([shown(live), isThere(live)]).toEqual([['a'], true]);
    await follow(live, [pass(1, 'lingering')]);
    expect([shown(live), isThere(live)]).toEqual([[], true]);
    // Another one that comes meanwhile takes the place.
    await follow(live, [pass(499, 'lingering'), raise(info('b')), pass(8_000, 'lingering')]);
    await follow(live, [pass(499, 'lingering'), pass(1, 'absent')]);
    expect(isThere(live)).toBe(false);
  });

  it('goes alone when another came later, and with those that came at once', async () => {
    const live = begin();
    await follow(live, [raise(info('a')), pass(3_000), raise(info('b')), pass(4_999)]);
    expect(shown(live)).toEqual(['a', 'b']);
    await follow(live, [pass(1)]);
    expect(shown(live)).toEqual(['b']);
    await follow(live, [pass(2_999), pass(1, 'lingering')]);
    await follow(live, [raise(info('a')), raise(info('b')), pass(8_000, 'lingering')]);
    expect(shown(live)).toEqual([]);
  });

  it('that says the same is shown once, in its place, and for another 8 seconds', async () => {
    const live = begin();
    await follow(live, [raise(info('a')), raise(info('b')), pass(5_000), raise(info('a'))]);
    expect(shown(live)).toEqual(['a', 'b']);
    await follow(live, [pass(3_000)]);
    expect(shown(live)).toEqual(['a']);
    await follow(live, [pass(4_999), pass(1, 'lingering')]);
  });

  it('that is not among the first three waits for its turn, and its time with it', async () => {
    const live = begin();
    await follow(
      live,
      ['a', 'b', 'c', 'd'].map((key) => raise(info(key))),
    );
    expect(shown(live)).toEqual(['a', 'b', 'c']);
    await follow(live, [pass(8_000)]);
    expect(shown(live)).toEqual(['d']);
    await follow(live, [pass(7_999), pass(1, 'lingering')]);
  });
});

describe('an error', () => {
  it('stays until it is confirmed, when the infos beside it go', async () => {
    const live = begin();
    await follow(live, [raise(error('e')), raise(info('a')), pass(8_000)]);
    expect(shown(live)).toEqual(['e']);
    await follow(live, [pass(86_400_000), confirm(error('e'), 'lingering'), pass(500, 'absent')]);
    expect(shown(live)).toEqual([]);
  });

  it('is another one than the info with the same words', async () => {
    const live = begin();
    await follow(live, [raise(error('a')), raise(info('a'))]);
    expect(shown(live)).toEqual(['a', 'a']);
    const named = (name: string): Notification => ({ type: 'info', key: 'a', params: { name } });
    expect(toastId(named('x'))).not.toBe(toastId(named('y')));
    expect(toastId(info('a'))).toBe(toastId({ ...info('a'), params: {} }));
  });
});

describe('confirming', () => {
  it('takes the one that is meant, and no other', async () => {
    const live = begin();
    await follow(live, [raise(error('e')), raise(error('f')), confirm(error('x'), 'shown.passing')]);
    expect(shown(live)).toEqual(['e', 'f']);
    await follow(live, [confirm(error('e'), 'shown.passing')]);
    expect(shown(live)).toEqual(['f']);
    await follow(live, [confirm(error('e'), 'shown.passing'), confirm(error('f'), 'lingering')]);
  });

  it('gives the next in line its time', async () => {
    const live = begin();
    await follow(live, [
      raise(error('e')),
      raise(error('f')),
      raise(error('g')),
      raise(info('a')),
      pass(60_000),
    ]);
    expect(shown(live)).toEqual(['e', 'f', 'g']);
    await follow(live, [confirm(error('e'), 'shown.passing'), pass(7_999)]);
    expect(shown(live)).toEqual(['f', 'g', 'a']);
    await follow(live, [pass(1)]);
    expect(shown(live)).toEqual(['f', 'g']);
  });
});

describe('while somebody is at them', () => {
  it('nothing goes, and that time does not count', async () => {
    const live = begin();
    await follow(live, [
      raise(info('a')),
      pass(5_000),
      give,
      pass(60_000, 'shown.held'),
      withdraw,
      pass(2_999),
    ]);
    expect(shown(live)).toEqual(['a']);
    await follow(live, [pass(1, 'lingering')]);
  });

  it('what comes, or comes into view, has its eight seconds from when nobody is there any more', async () => {
    const live = begin();
    await follow(live, [
      ...['e', 'f', 'g'].map((key) => raise(error(key))),
      raise(info('later')),
      give,
      pass(40_000, 'shown.held'),
      confirm(error('e'), 'shown.held'),
      confirm(error('f'), 'shown.held'),
      raise(info('new'), 'shown.held'),
      pass(20_000, 'shown.held'),
      withdraw,
      pass(7_999),
    ]);
    expect(shown(live)).toEqual(['g', 'later', 'new']);
    await follow(live, [pass(1)]);
    expect(shown(live)).toEqual(['g']);
  });

  it('they can be confirmed, to the last', async () => {
    const live = begin();
    await follow(live, [
      raise(error('e')),
      raise(error('f')),
      give,
      pass(1_000, 'shown.held'),
      confirm(error('x'), 'shown.held'),
      confirm(error('e'), 'shown.held'),
      confirm(error('f'), 'lingering'),
    ]);
    expect(shown(live)).toEqual([]);
    // The time that was held counts for none that comes later.
    await follow(live, [raise(info('a')), pass(7_999), pass(1, 'lingering')]);
  });
});
