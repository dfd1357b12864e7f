import type { DescribedArrow } from '#machines/drawing/describe.ts';

/** Subjects of rules; the workshop has a word for each (`subjects`). */
export const subjects = [
  'data',
  'place',
  'login',
  'differences',
  'notice',
  'money',
  'refunds',
  'sending',
  'authority',
  'handIn',
  'mail',
  'erasure',
  'interruption',
] as const;
export type Subject = (typeof subjects)[number];

/** Subjects by the first part of the type of an event (`payment.settled`), so that a new rule has one at once. */
const byEvent: Record<string, readonly Subject[]> = {
  form: ['data'],
  place: ['place'],
  user: ['login'],
  conflict: ['differences'],
  notice: ['notice'],
  payment: ['money'],
  provider: ['money'],
  attempt: ['money'],
  refund: ['money', 'refunds'],
  draft: ['erasure'],
  submission: ['sending'],
  step: ['sending'],
  result: ['sending'],
  delivery: ['authority'],
  handIn: ['handIn'],
  mail: ['mail'],
  interruption: ['interruption'],
  time: ['interruption'],
};

/** Further subjects of rules that are about more than their event. */
const furthermore: Record<string, readonly Subject[]> = {
  'HANDIN-04': ['authority'],
  'PAY-09': ['refunds'],
  'PAY-10': ['refunds'],
  'PAY-13': ['refunds'],
  'PROC-08': ['refunds'],
  'PROC-10': ['money'],
  'PROC-11': ['money'],
  'PROC-16': ['money', 'login'],
  'PROC-42': ['money'],
  'PROC-44': ['money', 'login'],
  'PROC-58': ['notice'],
  'PROC-73': ['login', 'money', 'notice'],
};

/** Subjects of a rule, in their order. */
export function subjectsOf(rule: string, arrows: readonly Pick<DescribedArrow, 'cause'>[]): Subject[] {
  const about = new Set([
    ...arrows.flatMap(({ cause }) => byEvent[cause.name?.split('.')[0] ?? ''] ?? []),
    ...(furthermore[rule] ?? []),
  ]);
  return subjects.filter((subject) => about.has(subject));
}
