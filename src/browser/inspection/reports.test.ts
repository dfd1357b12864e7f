import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, createActor, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import type { InspectionReport } from '#contract/inspection.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { createReports } from './reports.ts';

type Child = { context: { secret: unknown }; input: { secret: unknown } };
const child = setup({
  types: {} as Child & { events: { type: string; secret?: unknown } },
}).createMachine({
  id: 'child',
  context: ({ input }) => ({ secret: input.secret }),
  initial: 'waiting',
  states: { waiting: { on: { finished: 'over' } }, over: { type: 'final' } },
  output: ({ context }) => context.secret,
});

/** A machine that takes data in every way there is, and passes it on in every way. */
const parent = setup({
  types: {} as {
    context: { secret: unknown };
    input: { secret: unknown };
    events: { type: string; secret?: unknown };
  },
  actors: {
    child,
    load: fromPromise<unknown, unknown>(async ({ input }) => input),
    fail: fromPromise<unknown, unknown>(async ({ input }) => {
      throw new Error(String(input));
    }),
    listen: fromCallback(() => undefined),
  },
  actions: {
    keep: assign({ secret: ({ event }) => event.secret }),
    spawn: enqueueActions(({ enqueue, event, context }) => {
      enqueue.spawnChild('child', { id: `child ${event.secret}`, input: { secret: context.secret } });
      enqueue.sendTo('listener', { type: `wish ${event.secret}`, secret: event.secret });
      enqueue.raise({ type: 'raised', secret: event.secret });
    }),
    finish: enqueueActions(({ enqueue, event }) => {
      enqueue.sendTo(`child ${event.secret}`, { type: 'finished', secret: event.secret });
    }),
  },
}).createMachine({
  id: 'parent',
  context: ({ input }) => ({ secret: input.secret }),
  type: 'parallel',
  invoke: { id: 'listener', src: 'listen' },
  states: {
    calls: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'load',
            input: ({ context }: { context: { secret: unknown } }) => context.secret,
            onDone: 'failing',
          },
        },
        failing: {
          invoke: {
            src: 'fail',
            input: ({ context }: { context: { secret: unknown } }) => context.secret,
            onError: 'over',
          },
        },
        over: {},
      },
    },
    typed: {
      on: {
        'value.typed': { actions: 'keep' },
        'child.wanted': { actions: 'spawn' },
        'child.finished': { actions: 'finish' },
        raised: '.known',
      },
      initial: 'unknown',
      states: { unknown: {}, known: {} },
    },
  },
});

/** Runs the machine with something secret everywhere. */
async function run(secret: string): Promise<InspectionReport[]> {
  const reports: InspectionReport[] = [];
  const { inspect, replay } = createReports({ window: 'w', page: 2 }, (report) => reports.push(report));
  const actor = createActor(parent, { inspect, input: { secret } });
  actor.start();
  actor.send({ type: 'value.typed', secret });
  actor.send({ type: 'child.wanted', secret });
  replay();
  actor.send({ type: 'child.finished', secret });
  actor.send({ type: secret, secret });
  actor.send({ type: `xstate.done.actor.${secret}`, secret });
  await new Promise((resolve) => setTimeout(resolve));
  replay();
  actor.stop();
  return reports;
}

describe('reports', () => {
  it('contain nothing that anybody has typed, read or named', async () => {
    const anything = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        // Ids and names of the source could contain short texts by chance.
        const reports = JSON.stringify(await run(`§${text}§`));
        expect(reports).not.toContain('§');
      }),
      { numRuns: 60 },
    );
  });

  it('have these members and no others', async () => {
    const members = (value: unknown, before = ''): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && before !== '.snapshot.value'
        ? Object.entries(value).flatMap(([name, inner]) => members(inner, `${before}.${name}`))
        : [before];
    const reports = await run('secret');
    const of = (type: string) =>
      [
        ...new Set(reports.filter((report) => report.type === type).flatMap((report) => members(report))),
      ].sort();
    const always = [
      '._version',
      '.createdAt',
      '.id',
      '.page',
      '.rootId',
      '.seq',
      '.sessionId',
      '.type',
      '.window',
    ];
    expect(of('@xstate.actor')).toEqual(
      [
        ...always,
        '.drawing',
        '.isReplayed',
        '.name',
        '.parentId',
        '.snapshot.status',
        '.snapshot.value',
      ].sort(),
    );
    expect(of('@xstate.event')).toEqual([...always, '.event.type', '.sourceId'].sort());
    expect(of('@xstate.snapshot')).toEqual(
      [...always, '.arrows', '.event.type', '.snapshot.status', '.snapshot.value'].sort(),
    );
  });

  it('tell which actor is in which state, by which arrow, and whose event it was', async () => {
    const reports = await run('secret');
    expect(reports.map(({ seq }) => seq)).toEqual(reports.map((_, index) => index + 1));
    expect(reports[0]).toMatchObject({
      type: '@xstate.actor',
      window: 'w',
      page: 2,
      name: 'parent',
      parentId: undefined,
      drawing: drawingHash(parent),
    });
    const root = reports[0]?.sessionId;
    const raised = reports.find((report) => report.type === '@xstate.snapshot' && report.arrows.length > 0);
    expect(raised).toMatchObject({ sessionId: root, arrows: ['typed value.typed'] });
    expect(reports).toContainEqual(
      expect.objectContaining({
        type: '@xstate.snapshot',
        sessionId: root,
        arrows: ['typed child.wanted', 'typed raised'],
        snapshot: { status: 'active', value: { calls: 'loading', typed: 'known' } },
      }),
    );
    const spawned = reports.find((report) => report.type === '@xstate.actor' && report.name === 'child');
    expect(spawned).toMatchObject({ parentId: root, isReplayed: false });
    expect(reports).toContainEqual(
      expect.objectContaining({
        type: '@xstate.event',
        sessionId: spawned?.sessionId,
        sourceId: root,
        event: { type: 'finished' },
      }),
    );
    expect(reports).toContainEqual(
      expect.objectContaining({
        type: '@xstate.snapshot',
        sessionId: spawned?.sessionId,
        snapshot: { status: 'done', value: 'over' },
      }),
    );
  });

  it('name an event that no machine declares by nothing, and what XState adds an id to by its kind', async () => {
    const types = (await run('secret')).flatMap((report) =>
      report.type === '@xstate.event' ? [report.event.type] : [],
    );
    expect(types).toContain('other');
    expect(types).toContain('xstate.done.actor');
    expect(types).toContain('xstate.done.actor.0.parent.calls.loading');
  });

  it('are made again for those who come later, of the actors that are still there', async () => {
    const names = (await run('secret')).flatMap((report) =>
      report.type === '@xstate.actor' && report.isReplayed ? [report.name] : [],
    );
    expect(names).toEqual(['parent', 'listen', 'load', 'child', 'parent', 'listen']);
  });
});
