import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { instrument } from './instrument.ts';
import { mayBeEnough } from './report.ts';

/** Results of a function in a file, each with another mutant active; the first is without any. */
function runEach(file: string, code: string, ...args: unknown[]): Record<string, unknown> {
  const { code: instrumented, mutants } = instrument(file, code, 1);
  const body = stripTypeScriptTypes(instrumented);
  const run = (active: number) => {
    try {
      return new Function('__mutant', `${body}\nreturn tested;`)((index: number) => index === active)(
        ...args,
      );
    } catch (error) {
      return String(error);
    }
  };
  const changed = mutants.map((mutant) => [`${mutant.operator}: ${mutant.replacement}`, run(mutant.index)]);
  return { 'as it is': run(0), ...Object.fromEntries(changed) };
}

const MACHINE_FILE = 'machines/light/light.machine.ts';

describe('code with its mutants', () => {
  it('does what it did while none is on, and what each of them says', () => {
    const code = 'const tested = (a: number): boolean => a > 1 && !(a === 5);';
    expect(runEach('src/forms/x.ts', code, 5)).toEqual({
      'as it is': false,
      'condition: false': false,
      'logic: (a > 1) || (!(a === 5))': true,
      'condition: true': true,
      'boundary: a >= 1': false,
      'equality: a !== 5': true,
    });
  });

  it('keeps an `else` with its `if`', () => {
    const code = `function tested(a: number) {
      const seen: string[] = [];
      if (a > 1) seen.push('more');
      else if (a < 0) seen.push('less');
      else seen.push('none');
      return seen;
    }`;
    expect(runEach('src/forms/x.ts', code, 0)['as it is']).toEqual(['none']);
    expect(runEach('src/forms/x.ts', code, 2)['as it is']).toEqual(['more']);
    expect(runEach('src/forms/x.ts', code, 0)['statement: ;']).toEqual([]);
  });

  it('leaves chains, what is called, names and words for developers as they are', () => {
    const code = `function tested(a?: { b(): { c?: string } }) {
      log.warn({ why: 'nothing' });
      return a?.b().c ?? fallback.toLowerCase();
    }
    const log = { warn: (_: object) => undefined };
    const fallback = 'NONE';`;
    const results = runEach('src/forms/x.ts', code, undefined);
    expect(results['as it is']).toBe('none');
    expect(Object.keys(results).filter((name) => name.includes('nothing') || name.includes('warn'))).toEqual(
      [],
    );
  });

  it('loses an arrow of a machine, its guard, its actions, its target, and what is assigned', () => {
    const code = `const createMachine = (config: object) => config;
      const assign = (update: object) => update;
      const tested = () => createMachine({
        actions: { keep: assign({ kept: 1 }) },
        states: {
          red: { on: { 'button.pressed': { target: 'green', guard: 'isFree', actions: ['keep', 'tell'] } } },
          green: {},
        },
      });`;
    const arrowOf = (result: unknown) =>
      (result as { states: { red: { on: Record<string, object> } } }).states.red.on['button.pressed'];
    const results = runEach(MACHINE_FILE, code);
    const whole = { target: 'green', guard: 'isFree', actions: ['keep', 'tell'] };
    expect(arrowOf(results['as it is'])).toEqual(whole);
    expect(arrowOf(results['arrow: '])).toBeUndefined();
    expect(arrowOf(results["target: 'red'"])).toEqual({ ...whole, target: 'red' });
    const { guard, ...unguarded } = whole;
    expect(guard).toBe('isFree');
    expect(arrowOf(results['guard: '])).toEqual(unguarded);
    expect(arrowOf(results['action: '])).toEqual({ ...whole, actions: ['keep'] });
    expect(results['assigned: ']).toMatchObject({ actions: { keep: {} } });
    expect(Object.keys(results)).toContain('guard: () => false');
  });

  it('has the same ids when something else in the file changes, and one for each of two alike', () => {
    const ids = (code: string) => instrument('src/forms/x.ts', code, 1).mutants.map(({ id }) => id);
    const twice = 'const a = (b: number) => b > 1;\nconst c = (b: number) => b > 1;';
    expect(new Set(ids(twice)).size).toBe(ids(twice).length);
    expect(ids(`const before = 1;\n${twice}`)).toEqual(ids(twice));
  });
});

describe('a choice of 40 mutants', () => {
  it('may have as many survivors as chance explains', () => {
    expect(mayBeEnough(0, 40, 95)).toBe(true);
    expect(mayBeEnough(8, 40, 95)).toBe(true);
    expect(mayBeEnough(10, 40, 95)).toBe(false);
    expect(mayBeEnough(40, 40, 95)).toBe(false);
  });
});
