import { expect, test } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { Service } from '../types.ts';
import { saysItsFigures } from './said-figures.ts';

const both = (text: string) => ({ de: text, en: text });
const service = (change: object) =>
  ({ texts: {}, costs: [], deadlines: [], ...change }) as unknown as Service;

test('words that name every amount need no list of amounts above them', () => {
  const costs = [
    { kind: 'FIXED', amount: 2000 },
    { kind: 'VARIABLE', from: 500, to: 6000 },
    { kind: 'FREE' },
  ];
  const says = (text: string) =>
    saysItsFigures(service({ costs, texts: { cost: both(text) } }), 'cost', 'de');
  expect(says('20,00 Euro oder 5 bis 60 Euro')).toBe(true);
  expect(says('20,00 Euro oder 5 bis 50 Euro')).toBe(false);
  expect(says('Das kommt darauf an.')).toBe(false);
  expect(saysItsFigures(service({ costs }), 'cost', 'de')).toBe(false);
});

test('deadlines are found as digits and as words, in either language', () => {
  const deadlines = [{ duration: { value: 2, to: 3, unit: 'week' }, label: both('nach dem Einzug') }];
  const says = (de: string, en = de, locale: Locale = 'de') =>
    saysItsFigures(service({ deadlines, texts: { deadlines: { de, en } } }), 'deadlines', locale);
  expect(says('In 2 bis 3 Wochen.')).toBe(true);
  expect(says('Zwei bis drei Wochen.')).toBe(true);
  expect(says('', 'Two to three weeks.', 'en')).toBe(true);
  expect(says('In 2 Wochen, vor dem 13. Tag.')).toBe(false);
  expect(says('In zweifelhaften Fällen drei.')).toBe(false);
});

test.each([
  [{ value: 2, unit: 'week' }, 'Innerhalb von 14 Tagen.', true],
  [{ value: 14, unit: 'day' }, 'Innerhalb von zwei Wochen.', true],
  [{ value: 1, unit: 'year' }, 'Zwölf Monate.', true],
  [{ value: 24, unit: 'month' }, 'Zwei Jahre.', true],
  [{ value: 10, unit: 'day' }, 'In einer Woche.', false],
  [{ value: 2, unit: 'month' }, 'In 14 Tagen.', false],
  [{ value: 2, unit: 'workday' }, 'In 14 Tagen.', false],
] as const)('a deadline of %j is named by "%s": %s', (duration, words, isNamed) => {
  const deadlines = [{ duration, label: both('nach dem Einzug') }];
  const texts = { deadlines: both(words) };
  expect(saysItsFigures(service({ deadlines, texts }), 'deadlines', 'de')).toBe(isNamed);
});
