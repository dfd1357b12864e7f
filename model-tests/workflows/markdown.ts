import { locales } from '#domain/locale.ts';
import type { DescribedArrow, DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { textOf } from '../machine/texts.ts';
import { mermaidOf } from './mermaid.ts';
import { type Picture, picturesOf } from './pictures.ts';

/** A machine with the text of its docstring. */
export type Workflow = { machine: DescribedMachine; file: string; about: string };

const NOTICE = '<!-- Made by `npm run workflows` from machines/. Do not edit. -->';

const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(', ');
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const nameOf = (path: string) => (path === '' ? '(any)' : path);

/** The page of one workflow: its pictures, its states and its arrows. */
export function pageOf({ machine, file, about }: Workflow): string {
  const isRuled = machine.arrows.some(({ rule }) => rule !== null);
  return [
    NOTICE,
    `# ${machine.name}`,
    about,
    `Drawn in [\`machines/${file}\`](../../machines/${file}). [All workflows](README.md)`,
    '## Pictures',
    ...picturesOf(machine).flatMap(pictureSection),
    '## States',
    table(['State', 'German', 'English', 'What it is'], machine.states.filter(saysSomething).map(stateRow)),
    '## Arrows',
    isRuled ? ruledArrows(machine) : arrows(machine),
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

const stateRow = (state: DescribedState) => [
  code(nameOf(state.path)),
  ...locales.map((locale) => (state.titleKey ? String(textOf(locale, state.titleKey)) : '')),
  partsOf(state).join('; '),
];

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

const arrows = ({ arrows }: DescribedMachine) =>
  table(['From', 'Event', 'Only if', 'To', 'Does'], arrows.map(arrowCells));

const ruledArrows = ({ arrows }: DescribedMachine) =>
  table(
    ['Rule', 'From', 'Event', 'Only if', 'To', 'Does', 'Sentence', 'Source'],
    arrows.map((arrow) => [arrow.rule ?? '', ...arrowCells(arrow), arrow.sentence ?? '', arrow.source ?? '']),
  );

const firstSentence = (text: string) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

/** The list of all workflows, and how to read their pages. */
export function indexOf(workflows: readonly Workflow[]): string {
  const rows = workflows.map(({ machine: { name, states, arrows }, about }) => [
    `[${name}](${name}.md)`,
    firstSentence(about),
    String(states.length - 1),
    String(arrows.filter(({ isIgnored }) => !isIgnored).length),
  ]);
  return [
    NOTICE,
    '# The workflows, drawn',
    'Made from the machines by `npm run workflows`; a test fails when a page and its machine differ. How they work together, and what was decided: [the workflows](../machines.md).',
    table(['Workflow', 'What it decides', 'States', 'Arrows'], rows),
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
