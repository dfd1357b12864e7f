import { type Locale, locales } from '#domain/locale.ts';
import type { DescribedArrow, DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { type Words, wordsOf } from '#ui/workshop/words.ts';
import { textsIn } from '../machine/texts.ts';
import { mermaidOf } from './mermaid.ts';
import { type Picture, picturesOf } from './pictures.ts';

/** A machine with the text of its docstring. */
export type Workflow = { machine: DescribedMachine; file: string; about: string };

const MADE_BY = '<!-- Made by `npm run workflows` from machines/. Do not edit. -->';

const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(', ');
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const nameOf = (path: string) => (path === '' ? '(any)' : path);

const languages: Record<Locale, string> = { de: 'German', en: 'English' };
const languageNames = locales.map((locale) => languages[locale]);

/** The words of a machine in each language. */
const allWords = (machine: DescribedMachine): Words[] =>
  locales.map((locale) => wordsOf(machine, textsIn(locale)));

/** The page of one workflow: its pictures, its states and its arrows. */
export function pageOf({ machine, file, about }: Workflow): string {
  return [
    MADE_BY,
    `# ${machine.name}`,
    about,
    allWords(machine)
      .map(({ title, summary }, index) => `- ${languageNames[index]}: **${title}.** ${summary}`)
      .join('\n'),
    `Drawn in [\`machines/${file}\`](../../machines/${file}). [All workflows](README.md)`,
    '## Pictures',
    ...picturesOf(machine).flatMap(pictureSection),
    '## States',
    table(['State', ...languageNames, 'What it is'], stateRows(machine)),
    '## Arrows',
    arrowTable(machine),
    '',
  ].join('\n\n');
}

function pictureSection(picture: Picture): string[] {
  const heading = picture.of.path === '' ? [] : [`### ${code(picture.of.path)}`];
  return [...heading, `\`\`\`mermaid\n${mermaidOf(picture)}\n\`\`\``];
}

const kinds: Record<DescribedState['kind'], string> = {
  atomic: '',
  compound: '',
  parallel: 'its states go on side by side',
  final: 'final',
  history: 'the state that was left',
};

function partsOf({ kind, initial, calls, entry, exit }: DescribedState): string[] {
  return [
    kinds[kind],
    initial === null ? '' : `begins with ${code(initial)}`,
    calls.length > 0 ? `calls ${codes(calls)}` : '',
    entry.length > 0 ? `on entry ${codes(entry)}` : '',
    exit.length > 0 ? `on leaving ${codes(exit)}` : '',
  ].filter((part) => part !== '');
}

const saysSomething = (state: DescribedState) => state.path !== '' || partsOf(state).length > 0;

const stateRows = (machine: DescribedMachine) => {
  const words = allWords(machine);
  return machine.states
    .filter(saysSomething)
    .map((state) => [
      code(nameOf(state.path)),
      ...words.map((its) => (state.titleKey ? its.state(state.path) : '')),
      partsOf(state).join('; '),
    ]);
};

function targetOf({ to, anew, isIgnored }: DescribedArrow): string {
  if (isIgnored) return 'nothing happens';
  if (to.length === 0) return 'stays';
  return `${codes(to)}${anew ? ' (anew)' : ''}`;
}

const arrowCells = (arrow: DescribedArrow) => [
  code(nameOf(arrow.from)),
  code(arrow.event),
  arrow.guard === null || arrow.guard === 'otherwise' ? (arrow.guard ?? '') : code(arrow.guard),
  targetOf(arrow),
  codes(arrow.actions),
];

/** The headings of the specification that are about a status machine. */
const sections: Record<string, string> = {
  process: 'process',
  payment: 'payment',
  submission: 'submission',
  sentApplication: 'sent-application',
  handIn: 'documents-handed-in-later',
  mail: 'e-mail',
  refund: 'refund',
  interruption: 'interruptions',
};

/** Section of the specification that requires an arrow, or states the decision for it. */
export const sectionOf = (machine: string, { event }: DescribedArrow): string | undefined =>
  event.startsWith('conflict.') ? 'conflict-of-data' : sections[machine];

/** Event and condition of an arrow, and the sentence of its rule. */
function inWords(words: Words, { cause, guard, rule }: DescribedArrow): string {
  const happens = [words.cause(cause), words.guard(guard)].filter((part) => part !== '').join(', ');
  return rule === null ? happens : `${happens}.<br>${words.rule(rule)}`;
}

function arrowTable(machine: DescribedMachine): string {
  const words = allWords(machine);
  const isRuled = machine.arrows.some(({ rule }) => rule !== null);
  const source = (arrow: DescribedArrow) =>
    `[${arrow.source}](../specification.md#${sectionOf(machine.name, arrow)})`;
  return table(
    [
      ...(isRuled ? ['Rule'] : []),
      ...['From', 'Event', 'Only if', 'To', 'Does', ...languageNames],
      ...(isRuled ? ['Source'] : []),
    ],
    machine.arrows.map((arrow) => [
      ...(isRuled ? [arrow.rule ?? ''] : []),
      ...arrowCells(arrow),
      ...words.map((its) => inWords(its, arrow)),
      ...(isRuled ? [source(arrow)] : []),
    ]),
  );
}

const firstSentence = (text: string) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

/** The list of all workflows, and how to read their pages. */
export function indexOf(workflows: readonly Workflow[]): string {
  const rows = workflows.map(({ machine, about }) => [
    `[${machine.name}](${machine.name}.md)`,
    ...allWords(machine).map(({ title }) => title),
    firstSentence(about),
    String(machine.states.length - 1),
    String(machine.arrows.filter(({ isIgnored }) => !isIgnored).length),
  ]);
  return [
    MADE_BY,
    '# The workflows, drawn',
    'Made from the machines by `npm run workflows`; a test fails when a page and its machine differ. How they work together, and what was decided: [the workflows](../machines.md).',
    table(['Workflow', ...languageNames, 'What it decides', 'States', 'Arrows'], rows),
    '## How to read them',
    [
      '- A line says the event and, in brackets, what must be true. `always` needs no event, `after` is a time, `done` and `failed` are the ends of a call.',
      '- An event that is answered without leaving the state stands in the table only.',
      '- A box with `…` has a picture of its own. A dashed box is a state outside the picture, or stands for so many states that share what is drawn; which, says the table. `in any state here` is wherever one is inside; in the tables, `(any)` is anywhere in the workflow.',
      '- Of several branches of one event the first that is true is taken, in the order of the table. What a state does not answer is answered by the state around it; where it says `nothing happens`, that ends there.',
    ].join('\n'),
    '',
  ].join('\n\n');
}
