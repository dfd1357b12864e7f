import type { AnyStateMachine } from 'xstate';
import { arrowsOf, statesOf } from './arrows.ts';

const made = new WeakMap<AnyStateMachine, string>();

/** Hash that differs where states or arrows of a machine differ; no protection against forgery. */
export function drawingHash(machine: AnyStateMachine): string {
  const hash = made.get(machine) ?? hashOf(drawn(machine));
  made.set(machine, hash);
  return hash;
}

const drawn = (machine: AnyStateMachine): string =>
  JSON.stringify([statesOf(machine), arrowsOf(machine).map(({ id, to, rule }) => [id, to, rule])]);

/** FNV-1a, twice with different initial values. */
const hashOf = (text: string): string => fnv(text, 0x811c9dc5) + fnv(text, 0x01234567);

function fnv(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
