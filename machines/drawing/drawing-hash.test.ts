import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { machineList } from '../all-machines.ts';
import { drawingHash } from './drawing-hash.ts';

const drawn = (target: string, states: string[] = ['a', 'b']) =>
  createMachine({
    id: 'same',
    initial: 'a',
    states: Object.fromEntries(states.map((name) => [name, name === 'a' ? { on: { go: target } } : {}])),
  });

it('is that of the drawing: another arrow or state makes another hash', () => {
  const hash = drawingHash(drawn('b'));
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(drawingHash(drawn('b'))).toBe(hash);
  expect(drawingHash(drawn('a'))).not.toBe(hash);
  expect(drawingHash(drawn('b', ['a', 'b', 'c']))).not.toBe(hash);
});

it('differs between all workflows, and is the same with implementations', () => {
  const hashes = machineList.map(({ machine }) => drawingHash(machine));
  expect(new Set(hashes).size).toBe(machineList.length);
  for (const { machine } of machineList) expect(drawingHash(machine.provide({}))).toBe(drawingHash(machine));
});
