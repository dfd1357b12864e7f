import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { allMachines } from '#machines/all-machines.ts';
import { coverMachine } from '#machines/cover/cover.machine.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { drawingJson } from '#machines/drawing/drawing-json.ts';
import { reportsOf, writeEvents } from './inspect-events.ts';
import { type Recording, standingsAt } from './recording.ts';
import { readRecording } from './recording-file.ts';

const actor = (key: string, name: string, parent: string | null, drawing: string | null) => ({
  key,
  window: 'w',
  page: 1,
  parent,
  name,
  drawing,
});
const drawn = drawingHash(allMachines.payment);
const recording: Recording = {
  base: [
    {
      actor: actor('w/1/x:0', 'portal', null, drawingHash(allMachines.portal)),
      status: 'active',
      value: null,
      arrows: [],
    },
  ],
  entries: [
    {
      at: 10,
      actor: 'w/1/x:1',
      born: actor('w/1/x:1', 'payment', 'w/1/x:0', drawn),
      source: 'w/1/x:0',
      event: null,
      status: 'active',
      value: 'pending',
      arrows: [],
    },
    {
      at: 20,
      actor: 'w/1/x:1',
      source: 'w/1/x:0',
      event: 'provider.reportedFailed',
      status: 'active',
      value: 'failed',
      arrows: ['pending provider.reportedFailed'],
    },
    { at: 30, actor: 'w/1/x:1', source: null, event: 'other', status: null, value: null, arrows: [] },
  ],
  dropped: 0,
};
const opened = (text: string): Recording => {
  const read = readRecording(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

it('of a recording are those of the protocol, with the drawings and each with an id of its own', () => {
  const events = JSON.parse(writeEvents(recording)) as StatelyInspectionEvent[];
  expect(events.map(({ type, sessionId, rootId }) => [type, sessionId, rootId])).toEqual([
    ['@xstate.actor', 'w/1/x:0', 'w/1/x:0'],
    ['@xstate.actor', 'w/1/x:1', 'w/1/x:0'],
    ['@xstate.event', 'w/1/x:1', 'w/1/x:0'],
    ['@xstate.snapshot', 'w/1/x:1', 'w/1/x:0'],
    ['@xstate.event', 'w/1/x:1', 'w/1/x:0'],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events[1]).toMatchObject({ definition: drawingJson(allMachines.payment), parentId: 'w/1/x:0' });
});

it('lead back to the same recording', () => {
  const back = opened(writeEvents(recording));
  const told = ({ at, event, status, value, arrows, born }: Recording['entries'][number]) => ({
    at,
    event,
    status,
    value,
    arrows,
    name: born?.name,
    drawing: born?.drawing,
  });
  expect(back.entries.slice(1).map(told)).toEqual(recording.entries.map(told));
  expect(reportsOf(back).map(({ type }) => type)).toEqual(reportsOf(recording).map(({ type }) => type));
});

it('of the package itself are opened: an application that runs elsewhere', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  const events: StatelyInspectionEvent[] = [];
  const inspector = createInspector({ send: (event) => events.push(event) });
  const running = createActor(coverMachine, { inspect: (event) => inspector.inspect.next?.(event) });
  running.start();
  // The package reads a new actor when the browser has time.
  await vi.waitFor(() => expect(events).not.toEqual([]));
  running.send({ type: 'session.expired' });
  await vi.waitFor(() => expect(JSON.stringify(events)).toContain('"value":"covered"'));
  vi.unstubAllGlobals();
  const read = opened(JSON.stringify(events));
  expect(read.entries.map(({ event, value, arrows }) => [event, value, arrows])).toEqual([
    [null, 'open', []],
    ['xstate.init', 'open', []],
    ['session.expired', 'covered', ['open session.expired']],
  ]);
  expect(read.entries[0]?.born).toMatchObject({ name: 'cover', parent: null });
});

it('of another sender are opened by names and states alone', () => {
  const secret = { street: 'Hafenstraße 1' };
  const always = { rootId: 'a', createdAt: '5', id: '1', _version: '9' };
  const foreign = [
    {
      ...always,
      type: '@xstate.actor',
      sessionId: 'a',
      name: 'payment',
      definition: '{"id":"payment"}',
      snapshot: { status: 'active', value: 'pending', context: secret },
    },
    {
      ...always,
      type: '@xstate.event',
      sessionId: 'a',
      event: { type: 'provider.reportedFailed', ...secret },
    },
    {
      ...always,
      type: '@xstate.snapshot',
      sessionId: 'a',
      event: { type: 'provider.reportedFailed', ...secret },
      snapshot: { status: 'active', value: 'failed', context: secret },
    },
  ];
  const read = opened(JSON.stringify(foreign));
  expect(JSON.stringify(read)).not.toContain('Hafenstraße');
  // The sender does not tell which arrow it was.
  expect(read.entries.flatMap(({ arrows }) => arrows)).toEqual(['pending provider.reportedFailed']);
  const [standing] = standingsAt(read, read.entries.length).values();
  expect(standing).toMatchObject({ value: 'failed', actor: { name: 'payment', drawing: 'another' } });
});

it.each([
  ['[]'],
  ['[1]'],
  ['[{"type":"@xstate.actor"}]'],
  [`[${JSON.stringify({ type: 'x', sessionId: 'a' })}]`],
])('are nothing else: %s', (text) => {
  expect(readRecording(text)).toBe('notRecording');
});
