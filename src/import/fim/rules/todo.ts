import type { FimPath, FimSchema } from '../model.ts';
import type { RuleOutcome, TakenOver } from './take-over.ts';

/** The file beside the form with the rules of its schema that are not in it. */
export const RULES_TODO = 'rules-todo.md';

/**
 * Rules that the form does not have, with their places, texts and reasons; undefined if it has all of them.
 * @returns Markdown; the same rules give the same bytes
 */
export function rulesTodo(schema: FimSchema, { outcomes, contradictions }: TakenOver): string | undefined {
  const open = outcomes.filter(({ taken }) => taken !== 'whole');
  if (open.length === 0) return undefined;
  const whole = outcomes.length - open.length;
  const lines = [
    `# Rules of ${schema.id} ${schema.version} that the form does not have`,
    '',
    `${whole} of ${outcomes.length} rules are in the form. Decide about each of the others: write it into form.json (docs/forms.md), or leave it to the authority’s check. The next import writes this file anew.`,
    '',
    ...(contradictions.length === 0
      ? []
      : [
          '## Rules against their schema',
          '',
          'A rule hides what the schema requires: data that follow the rule would be rejected, so the form asks for it always. Tell the authority of the schema.',
          '',
          ...contradictions.map(
            ({ path, reason, rules }) => `- ${path}: ${reason} (${rules.map(({ id }) => id).join(', ')})`,
          ),
          '',
        ]),
    '## Rules',
    '',
    ...open.flatMap(section),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function section({ owner, id, name, text, taken, left }: RuleOutcome): string[] {
  return [
    `### ${id} ${onOneLine(name)}`,
    '',
    `Place: ${placeOf(owner)}${taken === 'part' ? '. The form has a part of it.' : ''}`,
    '',
    ...[...Map.groupBy(left, ({ reason }) => reason)].map(([reason, same]) => `- ${reason}${about(same)}`),
    '',
    ...text
      .trim()
      .split(/\r?\n/)
      .map((line) => `> ${line.trim()}`.trimEnd()),
    '',
  ];
}

function about(left: RuleOutcome['left']): string {
  const targets = left.flatMap(({ target }) => target || []);
  return targets.length === 0 ? '' : `: ${targets.join(', ')}`;
}

const placeOf = (owner: FimPath): string => (owner === '' ? 'the schema' : owner);
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** "31 of 39 rules taken over", and what hinders the others. */
export function rulesReport({ outcomes, contradictions }: TakenOver): string[] {
  if (outcomes.length === 0) return ['The schema has no rules.'];
  const count = (taken: RuleOutcome['taken']) => outcomes.filter((one) => one.taken === taken).length;
  const [whole, part] = [count('whole'), count('part')];
  return [
    `${whole} of ${outcomes.length} rules taken over${part === 0 ? '' : `, ${part} in part`}${whole === outcomes.length ? '' : ` (${RULES_TODO})`}.`,
    ...contradictions.map(
      ({ path, reason, rules }) =>
        `  contradiction: ${rules.map(({ id }) => id).join(', ')} hides ${path}: ${reason}; the form asks for it always`,
    ),
  ];
}
