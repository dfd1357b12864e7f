import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InspectionReport } from '#contract/inspection.ts';
import { NEW_PLAYER, type Player, play, positionOf, shownRecording } from './player.ts';
import { bounded, EMPTY, movesAround, type Recording, standingsAt } from './recording.ts';
import { readRecording, writeRecording } from './recording-file.ts';
import { takeReports } from './take-reports.ts';

const always = { window: 'w', page: 1, seq: 0, id: 'w 1 0', rootId: 'x:0', _version: '0.7.2' };
const started = (sessionId: string, name: string, parentId?: string): InspectionReport => ({
  ...always,
  type: '@xstate.actor',
  sessionId,
  parentId,
  name,
  drawing: 'a',
  isReplayed: false,
  createdAt: '1000',
  snapshot: { status: 'active' },
});
const sent = (sessionId: string, type: string, sourceId?: string): InspectionReport => ({
  ...always,
  type: '@xstate.event',
  sessionId,
  sourceId,
  createdAt: '2000',
  event: { type },
});
const moved = (
  sessionId: string,
  type: string,
  value: string,
  status: 'active' | 'done' = 'active',
): InspectionReport => ({
  ...always,
  type: '@xstate.snapshot',
  sessionId,
  createdAt: '2001',
  event: { type },
  snapshot: { status, value },
  arrows: [`${value} ${type}`],
});
const story: InspectionReport[] = [
  started('x:0', 'portal'),
  started('x:1', 'login', 'x:0'),
  sent('x:0', 'route.entered'),
  sent('x:1', 'login.wanted', 'x:0'),
  moved('x:0', 'route.entered', 'there'),
  moved('x:1', 'login.wanted', 'asking'),
  sent('x:1', 'login.ended'),
  moved('x:1', 'login.ended', 'over', 'done'),
];
const told = takeReports(EMPTY, story);
const valuesAt = (recording: Recording, position: number) =>
  [...standingsAt(recording, position).values()].map(({ actor, value }) => [actor.name, value]);

describe('a recording', () => {
  it('has one entry for an event and what it led to, even where others lie in between', () => {
    expect(told.entries.map(({ actor, event, value }) => [actor, event, value])).toEqual([
      ['w/1/x:0', null, null],
      ['w/1/x:1', null, null],
      ['w/1/x:0', 'route.entered', 'there'],
      ['w/1/x:1', 'login.wanted', 'asking'],
      ['w/1/x:1', 'login.ended', 'over'],
    ]);
    expect(told.entries[3]).toMatchObject({ source: 'w/1/x:0', arrows: ['asking login.wanted'] });
  });

  it('gives equal events that wait for each other their own consequences', () => {
    const { entries } = takeReports(EMPTY, [
      started('x:0', 'portal'),
      sent('x:0', 'go'),
      sent('x:0', 'go'),
      moved('x:0', 'go', 'a'),
      moved('x:0', 'go', 'b'),
    ]);
    expect(entries.slice(1).map(({ value }) => value)).toEqual(['a', 'b']);
  });

  it('says where everybody was at any moment', () => {
    expect(valuesAt(told, 2)).toEqual([
      ['portal', null],
      ['login', null],
    ]);
    expect(valuesAt(told, 3)).toEqual([
      ['portal', 'there'],
      ['login', null],
    ]);
    expect(standingsAt(told, 5).get('w/1/x:1')).toMatchObject({ status: 'done', value: 'over' });
  });

  it('knows the moves of an actor around a moment, and not those of others', () => {
    const login = (position: number) => movesAround(told, position, 'w/1/x:1');
    expect(login(5)).toEqual({ back: 4, forth: null });
    expect(login(4)).toEqual({ back: null, forth: 5 });
    expect(login(3)).toEqual({ back: null, forth: 4 });
    expect(login(0)).toEqual({ back: null, forth: 4 });
    expect(movesAround(told, 5, 'w/1/x:0')).toEqual({ back: 3, forth: null });
    expect(movesAround(EMPTY, 0, 'w/1/x:0')).toEqual({ back: null, forth: null });
  });
  it('knows an actor that is reported again', () => {
    expect(takeReports(told, story.slice(0, 2)).entries).toHaveLength(told.entries.length);
  });

  it('forgets the oldest, not what it has led to', () => {
    const short = bounded(told, 2);
    expect(short.entries).toHaveLength(2);
    expect(short.dropped).toBe(3);
    expect(valuesAt(short, 0)).toEqual(valuesAt(told, 3));
    expect(valuesAt(short, 2)).toEqual(valuesAt(told, 5));
  });

  it('takes a flood without growing, and quickly enough', () => {
    const flood = Array.from({ length: 20_000 }, (_, index) =>
      index % 2 === 0 ? sent('x:0', 'go') : moved('x:0', 'go', 'there'),
    );
    const after = takeReports(told, flood);
    expect(after.entries).toHaveLength(2_000);
    expect(after.dropped).toBe(told.entries.length + 10_000 - 2_000);
    expect(valuesAt(after, 0)).toContainEqual(['login', 'over']);
  });

  it('forgets actors that have ended, when there are too many of them', () => {
    const ended = Array.from({ length: 3_000 }, (_, index) => [
      started(`x:${index + 5}`, 'call'),
      moved(`x:${index + 5}`, 'done', 'over', 'done'),
    ]).flat();
    const after = takeReports(told, ended);
    expect(after.base.length).toBeLessThanOrEqual(101);
    expect(after.base.map(({ actor }) => actor.name)).toContain('portal');
  });
});

describe('the file of a recording', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.nat(10), (max) => {
        const recording = bounded(told, max);
        expect(readRecording(writeRecording(recording, new Date(0)))).toEqual(recording);
      }),
    );
  });

  const valid = JSON.parse(writeRecording(told, new Date(0))) as Record<string, unknown>;
  it.each([
    ['text', 'notJson'],
    ['{}', 'notRecording'],
    ['null', 'notRecording'],
    [JSON.stringify({ ...valid, version: 2 }), 'otherVersion'],
    [JSON.stringify({ ...valid, entries: [{}] }), 'damaged'],
    [JSON.stringify({ ...valid, more: 1 }), 'damaged'],
    [' '.repeat(21 * 1024 * 1024), 'tooLarge'],
  ])('is refused when it is something else (%#)', (text, fault) => {
    expect(readRecording(text)).toBe(fault);
  });
});

describe('the player', () => {
  const live = play(NEW_PLAYER, { type: 'reported', reports: story });
  const steps = (player: Player, ...actions: Parameters<typeof play>[1][]) => actions.reduce(play, player);

  it('follows what happens until it is paused, and goes on where it was left', () => {
    expect(positionOf(live)).toBe(5);
    const paused = steps(live, { type: 'paused' }, { type: 'reported', reports: [sent('x:0', 'later')] });
    expect(positionOf(paused)).toBe(5);
    expect(shownRecording(paused).entries).toHaveLength(6);
    expect(positionOf(play(paused, { type: 'resumed' }))).toBe(6);
  });

  it('goes back and forth, not beyond the ends', () => {
    const back = play(live, { type: 'stepped', by: -1 });
    expect(positionOf(back)).toBe(4);
    expect(positionOf(play(back, { type: 'stepped', by: -10 }))).toBe(0);
    expect(positionOf(play(back, { type: 'stepped', by: 10 }))).toBe(5);
    expect(positionOf(play(live, { type: 'moved', to: 2 }))).toBe(2);
  });

  it('stays at the moment that is looked at while older ones fall away', () => {
    const paused = play(live, { type: 'moved', to: 4 });
    const before = valuesAt(shownRecording(paused), positionOf(paused));
    const flood = Array.from({ length: 1_998 }, () => sent('x:0', 'go'));
    const after = play(paused, { type: 'reported', reports: flood });
    expect(after.live.dropped).toBe(3);
    expect(valuesAt(shownRecording(after), positionOf(after))).toEqual(before);
  });

  it('shows a file, and loses nothing of what happens meanwhile', () => {
    const file = bounded(told, 2);
    const shown = steps(
      live,
      { type: 'imported', recording: file },
      { type: 'reported', reports: [sent('x:0', 'later')] },
    );
    expect(shownRecording(shown)).toBe(file);
    expect(positionOf(shown)).toBe(2);
    const back = play(shown, { type: 'importLeft' });
    expect(shownRecording(back).entries).toHaveLength(6);
    expect(positionOf(back)).toBe(6);
  });

  it('knows which windows are open, also when a page announces itself before the last one is gone', () => {
    const open = play(live, { type: 'windowPresent', window: 'w', page: 1 });
    const next = steps(
      open,
      { type: 'windowPresent', window: 'w', page: 2 },
      { type: 'windowLeft', window: 'w', page: 1 },
    );
    expect([...next.windows]).toEqual([['w', 2]]);
    expect(play(next, { type: 'windowLeft', window: 'w', page: 2 }).windows.size).toBe(0);
  });
});

describe('a state to stop at', () => {
  const stopAt = (machine: string, path: string) =>
    play(NEW_PLAYER, { type: 'stopSet', stop: { machine, path } });
  const report = (player: Player, reports: InspectionReport[]) => play(player, { type: 'reported', reports });

  it('stops the player when its workflow reaches it, and what comes after is kept', () => {
    const player = report(stopAt('login', 'asking'), story);
    expect(positionOf(player)).toBe(4);
    expect(player.live.entries).toHaveLength(5);
    expect(positionOf(report(player, [sent('x:0', 'more')]))).toBe(4);
  });

  it('does not stop for the state of another workflow, or for one that was reached before', () => {
    expect(report(stopAt('portal', 'asking'), story).position).toBeNull();
    const before = report(NEW_PLAYER, story);
    const set = play(before, { type: 'stopSet', stop: { machine: 'login', path: 'over' } });
    expect(report(set, [sent('x:0', 'more')]).position).toBeNull();
  });

  it('stops again after the player went on, and not any more once it is let go', () => {
    const again = [sent('x:1', 'login.wanted'), moved('x:1', 'login.wanted', 'asking')];
    const stopped = play(report(stopAt('login', 'asking'), story), { type: 'resumed' });
    expect(report(stopped, again).position).toBe(6);
    expect(report(play(stopped, { type: 'stopSet', stop: null }), again).position).toBeNull();
  });
});
