import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { locales } from '#domain/locale.ts';
import { processStatuses } from '#domain/process-status.ts';
import { submissionSteps } from '#domain/submission-step.ts';
import { machineList, statusMachines } from '#machines/all-machines.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { describeMachine } from '#machines/drawing/describe.ts';
import { textOf } from './texts.ts';

/** Importing a machine already proves that its targets exist: `createMachine` throws otherwise. */
const machines = machineList;
const names = machines.map(({ machine }) => machine.id);
const isStatusMachine = (id: string) => statusMachines.some((name) => name === id);

const specNames: readonly string[] = [
  ...processStatuses,
  ...submissionSteps,
  'SUBMISSION_COMPLETED',
  'SUBMISSION_FAILURE',
];

const LOWER_CAMEL = /^[a-z][a-zA-Z0-9]*$/;
const EVENT_NAME = /^[a-z][a-zA-Z0-9]*\.[a-z][a-zA-Z0-9]*$/;
const RAISED_BY_XSTATE = /^xstate\.|^\*$/;

/** The parts of a machine's configuration that are functions although they should be named. */
function inlineParts(config: unknown, path = ''): string[] {
  if (typeof config === 'function') return [path];
  if (typeof config !== 'object' || config === null) return [];
  return Object.entries(config).flatMap(([key, value]) => {
    const mayBeFunction = key === 'context' || key === 'input' || key === 'params' || key === 'output';
    return mayBeFunction && typeof value === 'function' ? [] : inlineParts(value, `${path}/${key}`);
  });
}

it('finds every machine, and no other', () => {
  const files = globSync('*/*.machine.ts', { cwd: new URL('../../machines/', import.meta.url) });
  expect(machines.map(({ file }) => file).sort()).toEqual(files.sort());
  expect(names).toEqual(expect.arrayContaining([...statusMachines]));
  expect(new Set(names).size).toBe(names.length);
});

describe.each(machines)('machines/$file', ({ file, machine }) => {
  const nodes = getStateNodes(machine);

  it('is called like its file', () => {
    expect(file.split('/').at(-1)).toBe(`${machine.id}.machine.ts`);
  });

  it('names states by the specification or as lower camel words, events as something that has happened', () => {
    const odd = nodes
      .map(({ key }) => key)
      .filter((key) => !LOWER_CAMEL.test(key) && !specNames.includes(key));
    expect(odd).toEqual([]);
    const events = machine.events.filter((type: string) => !RAISED_BY_XSTATE.test(type));
    expect(events.filter((type: string) => !EVENT_NAME.test(type))).toEqual([]);
  });

  it('has a title in both languages for every state', () => {
    for (const node of nodes) {
      const key = (node.meta as { titleKey?: string } | undefined)?.titleKey;
      expect(key, `${node.id} has no meta.titleKey`).toBeDefined();
      for (const locale of locales) {
        expect(textOf(locale, key!), `${key} in ${locale}`).toMatch(/\S/);
      }
    }
  });

  it('names its guards, actions, actors and delays, so that a diagram can show them', () => {
    expect(inlineParts(machine.config)).toEqual([]);
  });

  it('handles the failure of everything it invokes', () => {
    for (const node of nodes) {
      for (const { id } of node.invoke) {
        const ends = [...node.transitions.keys()].filter((type) => String(type).endsWith(`.actor.${id}`));
        if (ends.length > 0) {
          expect(
            ends.some((type) => String(type).startsWith('xstate.error')),
            `${node.id} ${id}`,
          ).toBe(true);
        }
      }
    }
  });
});

describe.each(machines.filter(({ machine }) => isStatusMachine(machine.id)))(
  'machines/$file',
  ({ machine }) => {
    it('has a rule for every arrow, with a sentence in both languages, and no effects', () => {
      for (const arrow of arrowsOf(machine)) {
        expect(arrow.rule, arrow.id).toMatch(/^[A-Z]+-[A-Z]?\d{2}$/);
        for (const locale of locales) {
          expect(textOf(locale, `rules:${arrow.rule}`), `${arrow.rule} in ${locale}`).toMatch(
            /^[\p{Lu}„“].*\.$/u,
          );
        }
      }
      expect(
        getStateNodes(machine).filter(({ invoke, after }) => invoke.length > 0 || after.length > 0),
      ).toEqual([]);
    });

    it('has rules of one event and one source each', () => {
      for (const [rule, ruled] of Map.groupBy(describeMachine(machine).arrows, (arrow) => arrow.rule)) {
        const said = new Set(ruled.map(({ event, source }) => `${event}, ${source}`));
        expect([...said], String(rule)).toHaveLength(1);
      }
    });
  },
);
