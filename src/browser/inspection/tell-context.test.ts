import { expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import type { ShownContext } from '#contract/shown-context.ts';
import { readable, tellContext } from './tell-context.ts';

const machine = setup({
  types: {} as { context: { street: string }; events: { type: 'typed'; street: string } },
}).createMachine({
  context: { street: '' },
  on: { typed: { actions: assign({ street: ({ event }) => event.street }) } },
});

it('tells what an actor remembers after each event', () => {
  const told: ShownContext[] = [];
  const actor = createActor(machine, {
    inspect: tellContext(
      { window: 'w', page: 2 },
      { postMessage: (message) => told.push(message as ShownContext) },
    ),
  });
  actor.start();
  actor.send({ type: 'typed', street: 'Hafenstraße 1' });
  expect(told.map(({ text }) => JSON.parse(text))).toEqual([{ street: '' }, { street: 'Hafenstraße 1' }]);
  expect(told[1]).toMatchObject({ window: 'w', page: 2, sessionId: actor.sessionId });
});

it('can be read, whatever it is', () => {
  const circle: Record<string, unknown> = { name: 'a' };
  circle.inner = { around: circle };
  expect(JSON.parse(readable(circle))).toEqual({ name: 'a', inner: { around: '(itself)' } });
  const twice = { is: 'twice' };
  expect(JSON.parse(readable([twice, twice]))).toEqual([twice, twice]);
  expect(
    JSON.parse(readable({ actor: createActor(machine), files: new Map([['f', new Blob(['abc'])]]) })),
  ).toEqual({
    actor: expect.objectContaining({ id: expect.any(String) }),
    files: [['f', '(file of 3 bytes)']],
  });
  expect(readable('x'.repeat(60_000))).toHaveLength(50_002);
});
