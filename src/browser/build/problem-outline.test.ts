import { expect, it } from 'vitest';
import { isProblemCode, problemStatus } from '#domain/problem.ts';
import { outlineOfProblems } from './problem-outline.ts';

it('knows the same codes as the table', async () => {
  const module: { isProblemCode: typeof isProblemCode } = await import(
    `data:text/javascript,${encodeURIComponent(outlineOfProblems())}`
  );
  for (const code of [...Object.keys(problemStatus), '', 'internal ', 'toString', 'network'])
    expect(module.isProblemCode(code)).toBe(isProblemCode(code));
});
