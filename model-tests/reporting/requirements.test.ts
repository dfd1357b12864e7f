import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { requirementsOf } from './requirements.ts';

const page = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');

it('takes headings with what proves them, and adds up several lines of one', () => {
  const text = [
    '- **Proved by**: what these lines mean.',
    '## 1. Purpose',
    '### Ways',
    '**Proved by** PROC-01, PAY-F02; `src/a.test.ts`.',
    'Between.',
    '**Proved by** `ui/b.test.tsx` and `src/c.ts`.',
    '## 2. Screens',
    'Nothing proves it.',
  ].join('\n');
  expect(requirementsOf(text)).toEqual([
    { section: '1', title: 'Ways', rules: ['PROC-01', 'PAY-F02'], tests: ['src/a.test.ts', 'ui/b.test.tsx'] },
  ]);
});

it('finds a requirement in every section of the specification that has any', () => {
  const sections = new Set(requirementsOf(page).map(({ section }) => section));
  expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});
