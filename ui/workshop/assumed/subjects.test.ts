import { expect, it } from 'vitest';
import { workflows } from '../machines.ts';
import { assumedRules } from './assumed-rules.ts';
import { subjects, subjectsOf } from './subjects.ts';

const rules = [...workflows.values()].flatMap(assumedRules);
const about = (subject: string) => rules.filter((rule) => rule.subjects.some((each) => each === subject));

it('every assumed rule is about something, and something is said about every subject', () => {
  expect(rules.filter((rule) => rule.subjects.length === 0).map(({ id }) => id)).toEqual([]);
  expect(subjects.filter((subject) => about(subject).length === 0 && subject !== 'differences')).toEqual([]);
});

it('refunds are what analysts ask for first', () => {
  expect(about('refunds').map(({ id }) => id)).toEqual([
    'PAY-09',
    'PAY-10',
    'PAY-13',
    'PROC-08',
    'REFUND-01',
    'REFUND-02',
    'REFUND-03',
    'REFUND-04',
  ]);
});

it('a rule without a known event has no subject', () => {
  expect(subjectsOf('NEW-01', [{ cause: { kind: 'event', name: 'sky.fell' } }])).toEqual([]);
  expect(subjectsOf('NEW-01', [{ cause: { kind: 'always', name: null } }])).toEqual([]);
});
