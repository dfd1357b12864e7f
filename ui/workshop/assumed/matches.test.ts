import { expect, it } from 'vitest';
import { workflows } from '../machines.ts';
import { assumedRules } from './assumed-rules.ts';
import { matches } from './matches.ts';

const rules = [...workflows.values()].flatMap(assumedRules);
const found = (query: string) => rules.filter((rule) => matches(rule, query)).map(({ id }) => id);

it.each(['Erstattung', 'erstatten', 'refund', 'Refunds', 'PROC-08'])(
  'the assumed rule about money that pays no fee is found by "%s"',
  (query) => {
    expect(found(query)).toContain('PROC-08');
  },
);

it('every word must occur: each narrows what is found', () => {
  expect(found('refund').length).toBeLessThan(rules.length);
  expect(found('refund xylophone')).toEqual([]);
  expect(found('').length).toBe(rules.length);
});

it('lists the rules that are assumed, and no rule of the specification', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids).toContain('PROC-02');
  expect(ids).not.toContain('PROC-01');
  expect(new Set(ids).size).toBe(ids.length);
});
