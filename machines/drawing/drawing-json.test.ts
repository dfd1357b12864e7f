import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machineList } from '../all-machines.ts';
import { describeMachine } from './describe.ts';
import { drawingHash } from './drawing-hash.ts';
import { drawingJson } from './drawing-json.ts';

describe.each(machineList)('the JSON of machines/$file', ({ machine }) => {
  const again = createMachine(JSON.parse(drawingJson(machine)));

  it('makes the same machine again: states, arrows, and the names of what it calls and does', () => {
    // The implementation of a delay says how long it takes.
    const drawn = (one: AnyStateMachine) => {
      const { name, states, arrows } = describeMachine(one);
      return { name, states, arrows: arrows.map(({ event: _, ...arrow }) => arrow) };
    };
    expect(drawn(again)).toEqual(drawn(machine));
    expect(drawingHash(again)).toBe(drawingHash(machine));
  });

  it('says nothing of the data that the machine begins with', () => {
    expect(again.config.context).toBeUndefined();
  });
});
