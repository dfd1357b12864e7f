import { expect } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import type { FrameFault } from '#domain/form-engine.ts';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import {
  type FrameStage,
  selectEntriesWait,
  selectFrameStage,
  selectIsLeaving,
} from '#machines/embedded/embedded.selectors.ts';
import type { EmbeddedContext, EmbeddedInput } from '#machines/embedded/embedded.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import { stateName } from '../paths/subject.ts';
import { follow, type Step } from './follow.ts';
import { hearing, runLive } from './live.ts';

export const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };
export const taken = (version: number, complete = false) => ({
  version,
  status: 'EDITING',
  savedAt: '2026-11-23T10:00:00Z',
  complete,
});
export const hello = ['frame', { type: 'hello' }];
export const save = ['frame', { type: 'save' }];
export const reported = (fault: FrameFault) => ['reported', fault];
export const page = (key: string, returnsToSummary = false) => ({
  type: 'form.pageOpened',
  page: key,
  returnsToSummary,
});
export const readied = (key = 'first') =>
  ({ type: 'frame.readied', page: key, title: `The ${key}` }) as never;
export const shows = (key: string) => ({ type: 'frame.pageShown', page: key, title: `The ${key}` }) as never;
export const dirtied = (dirty: boolean) => ({ type: 'frame.dirtied', dirty }) as never;
export const progressed = (revision: number) => ({ type: 'frame.progressed', revision }) as never;
export const completed = (revision: number) => ({ type: 'frame.completed', revision }) as never;
export const asks = (key: string, returnsToSummary = false) =>
  ({ type: 'page.requested', page: key, returnsToSummary }) as never;
export const chooses = (key: string | null, about: object = {}) =>
  ({ type: 'page.chosen', page: key, ...about }) as never;
export const discarded = (key: string | null, returnsToSummary = false) => ({
  type: 'frame.discarded',
  page: key,
  returnsToSummary,
  locale: 'de',
});

const STAGES: Record<string, FrameStage> = {
  waiting: 'connecting',
  prompt: 'connecting',
  slow: 'slow',
  ready: 'ready',
  checking: 'ready',
  away: 'away',
  lost: 'lost',
  refused: 'refused',
  outdated: 'outdated',
};

/** Opens a frame, with the real machine below it, and keeps what it asks and reports. */
export function openFrame(input: Partial<EmbeddedInput> = {}) {
  const { parent, told: done } = hearing<AnyEventObject>();
  const tell = (about: unknown) => done.push(about as never);
  const places: unknown[] = [];
  const machine = embeddedMachine.provide({
    actors: {
      talkToFrame: fromCallback<AnyEventObject>(({ input: place, receive }) => {
        places.push(place);
        receive((wish) => tell(['frame', wish]));
      }) as never,
    },
    actions: { reportFault: (_, { fault }) => tell(reported(fault)) },
  });
  const given = { processId: 'p', locale: 'de', frame, version: 3, parent, form: parent, ...input };
  const calls = ['saveProgress', 'loadStored', 'prolongForm'];
  const live = runLive(machine, () => given, calls, { saving: savingMachine });
  const context = () => live.snapshot().context as EmbeddedContext;
  /** The state of the frame, and of the other regions those that are not at rest. */
  const state = () => {
    const [, at, ...others] = live
      .state()
      .split('+')
      .map((it) => it.split('.').at(-1)!);
    const snapshot = live.snapshot() as never;
    expect(selectFrameStage(snapshot)).toBe(STAGES[at!]);
    const { isDirty, isTaken, over } = context();
    expect(selectEntriesWait(snapshot)).toBe(isDirty && isTaken && over === null);
    expect(selectIsLeaving(snapshot)).toBe(others.some((it) => /storing|settling|completing/.test(it)));
    const { children } = live.snapshot();
    const saving = children.saving!.getSnapshot().value;
    return [at, stateName(saving), ...others]
      .filter((it) => !['clean', 'stored', 'staying', 'idle', 'working'].includes(it!))
      .join(' ');
  };
  const prolonging = () => live.state().split('prolonging.')[1];
  return { ...live, state, context, prolonging, places, done: () => done.splice(0) };
}

export const toReady: Step[] = [
  [{ type: 'frame.shown' }, 'prompt'],
  [readied(), 'ready', { page: 'first', title: 'The first' }],
];
/** Opens a frame that has answered. */
export async function ready(input: Partial<EmbeddedInput> = {}) {
  const live = openFrame(input);
  await follow(live, toReady);
  live.done();
  return live;
}
