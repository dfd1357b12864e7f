import { transformWithOxc } from 'vite';
import { expect, it } from 'vitest';
import { instrument } from './instrument.ts';

type Shown = { name: string; props: Record<string, unknown>; children: unknown[] };

/** Contents of a screen, each time with another mutant active; the first is without any. */
async function showEach(code: string): Promise<Record<string, unknown>> {
  const { code: instrumented, mutants } = instrument('ui/screens/x.tsx', `const shown = ${code};`, 1);
  const { code: plain } = await transformWithOxc(instrumented, 'x.tsx', {
    jsx: { runtime: 'classic', pragma: 'show' },
    sourcemap: false,
  });
  const show = (name: string, props: Shown['props'] | null, ...children: unknown[]) => ({
    name,
    props: { ...props },
    children: children.filter((child) => child !== null),
  });
  const run = (active: number) =>
    new Function('__mutant', 'show', 'Alert', 'a', `${plain}\nreturn shown;`)(
      (index: number) => index === active,
      show,
      'Alert',
      1,
    );
  const changed = mutants.map(({ index, operator, original }) => [`${operator}: ${original}`, run(index)]);
  return { 'as it is': run(0), ...Object.fromEntries(changed) };
}

it('leaves out components, and what is done or told, and keeps the looks', async () => {
  const whole = {
    name: 'p',
    props: { className: 'b', role: 'alert', disabled: true, 'aria-busy': true },
    children: [{ name: 'Alert', props: { icon: 'x' }, children: [] }, 'text'],
  };
  const { className, role, disabled } = whole.props;
  expect(
    await showEach(
      `<p className={a > 0 ? 'b' : 'c'} role="alert" disabled aria-busy={a === 1}><Alert icon="x" />text</p>`,
    ),
  ).toEqual({
    'as it is': whole,
    'attribute: role="alert"': { ...whole, props: { className, disabled, 'aria-busy': true } },
    'attribute: disabled': { ...whole, props: { className, role, 'aria-busy': true } },
    'attribute: aria-busy={a === 1}': { ...whole, props: { className, role, disabled } },
    'equality: a === 1': { ...whole, props: { ...whole.props, 'aria-busy': false } },
    'component: <Alert icon="x" />': { ...whole, children: ['text'] },
  });
});
