import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { machineList } from '#machines/all-machines.ts';
import { type DescribedMachine, describeMachine } from '#machines/drawing/describe.ts';
import { type TextOf, wordsOf } from '#ui/workshop/words.ts';
import { textsIn } from '../machine/texts.ts';

const machines = machineList.map(({ machine }) => describeMachine(machine));

/** Every word that a picture or a table of the machine can show. */
function sayAll(machine: DescribedMachine, textOf: TextOf): string[] {
  const words = wordsOf(machine, textOf);
  return [
    words.title,
    words.summary,
    ...machine.states.flatMap(({ path, calls }) => [words.state(path), ...calls.map(words.call)]),
    ...machine.arrows.flatMap(({ cause, guard, rule }) => [
      words.cause(cause),
      ...(rule === null ? [] : [words.rule(rule)]),
      ...(guard === null ? [] : [words.guard(guard)]),
    ]),
  ];
}

/** Words that no machine draws today, although one could. */
const undrawn = ['drawing:causes.any', 'drawing:causes.final'];

const keysOf = (texts: object, before: string): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [before + name] : keysOf(text, `${before}${name}.`),
  );

describe.each(locales)('the words of the drawings, %s', (locale) => {
  const textOf = textsIn(locale);

  it.each(machines)('of $name are all there', (machine) => {
    for (const words of sayAll(machine, textOf)) {
      expect(words).toMatch(/\S/);
      expect(words).not.toContain('{{');
    }
  });

  it.each(machines)('give no two states of $name the same name', ({ states, ...machine }) => {
    const words = wordsOf({ states, ...machine }, textOf);
    const named = Map.groupBy(states.slice(1), ({ path }) => words.state(path));
    expect([...named].filter(([, same]) => same.length > 1)).toEqual([]);
  });

  it('have none that no machine needs', () => {
    const said = new Set<string>();
    for (const machine of machines) {
      sayAll(machine, (key, values) => {
        const text = textOf(key, values);
        if (text !== undefined) said.add(key);
        return text;
      });
    }
    const keys = ['drawing', 'rules'].flatMap((namespace) => {
      const file = new URL(`../../locales/${locale}/${namespace}.json`, import.meta.url);
      return keysOf(JSON.parse(readFileSync(file, 'utf8')), `${namespace}:`);
    });
    expect(keys.filter((key) => !said.has(key))).toEqual(undrawn);
  });

  it('have a sentence of its own for each rule: where it is the same, so is the rule', () => {
    const rules = new Set(machines.flatMap(({ arrows }) => arrows.flatMap(({ rule }) => rule ?? [])));
    const told = Map.groupBy(rules, (rule) => textOf(`rules:${rule}`));
    expect([...told.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  it('of the events fit into a picture', () => {
    const events = machines.flatMap((machine) => {
      const words = wordsOf(machine, textOf);
      return machine.arrows.flatMap(({ cause }) => (cause.kind === 'event' ? [words.cause(cause)] : []));
    });
    expect(events.filter((words) => words.length > 40)).toEqual([]);
  });
});

describe('wordsOf', () => {
  const [machine] = machines.filter(({ name }) => name === 'windows');
  const texts: Record<string, string> = {
    'drawing:machines.windows.title': 'Windows',
    'drawing:machines.windows.summary': 'Who edits.',
    'drawing:machines.form.title': 'Form',
    'drawing:calls.takeOver': 'Take over',
    'drawing:guards.isThere(now)': 'it is there now',
    'drawing:guards.isThere': 'it is there',
    'drawing:causes.condition': 'if {{name}}',
  };
  const words = (more: Record<string, string> = {}) =>
    wordsOf(machine!, (key, { name = '' } = {}) => ({ ...texts, ...more })[key]?.replace('{{name}}', name));

  it('takes those of the machine before those for all', () => {
    expect(words().call('takeOver')).toBe('Take over');
    expect(words({ 'drawing:calls.windows/takeOver': 'Edit here' }).call('takeOver')).toBe('Edit here');
    expect(words({ 'drawing:calls.form/takeOver': 'Copy' }).call('takeOver')).toBe('Take over');
  });

  it('takes those for the values of a guard before those for any', () => {
    expect(words().guard('isThere(now)')).toBe('if it is there now');
    expect(words().guard('isThere(later)')).toBe('if it is there');
  });

  it('calls a machine by its title', () => {
    expect(words().call('form')).toBe('Form');
  });

  it('shows no name in the place of a missing word', () => {
    expect(() => words().call('unheard')).toThrow('No words for the call unheard of windows in locales');
  });
});
