import type { Locale } from '#domain/locale.ts';
import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import type { DiagramWords } from './diagram/diagram-words.ts';
import { textOf, textsIn } from './texts.ts';
import { wordsOf } from './words.ts';

/** The words of one machine in one language, for its states and arrows. */
export type MachineWords = {
  title: string;
  summary: string;
  /** Title of a state by its path. */
  state: (path: string) => string;
  event: (arrow: DescribedArrow) => string;
  /** The condition of an arrow; null for an arrow without one. */
  guard: (arrow: DescribedArrow) => string | null;
  call: (name: string) => string;
  /** The rule in a sentence; null for an arrow without one. */
  sentence: (arrow: DescribedArrow) => string | null;
};

const known = new Map<string, MachineWords>();

/** The words of a machine; looked up once for each language. */
export function machineWords(machine: DescribedMachine, locale: Locale): MachineWords {
  const key = `${locale} ${machine.name}`;
  const words = known.get(key) ?? lookUp(machine, locale);
  known.set(key, words);
  return words;
}

function lookUp(machine: DescribedMachine, locale: Locale): MachineWords {
  const words = wordsOf(machine, textOf(locale));
  return {
    title: words.title,
    summary: words.summary,
    state: words.state,
    event: ({ cause }) => words.cause(cause),
    guard: ({ guard }) => (guard === null ? null : words.guard(guard)),
    call: words.call,
    sentence: ({ rule }) => (rule === null ? null : words.rule(rule)),
  };
}

/** Largest number of states that a drawing names; more are named where they are listed. */
const NAMED = 7;

/** The words of a drawing. */
export function diagramWords(machine: DescribedMachine, locale: Locale): DiagramWords {
  const t = textsIn(locale);
  const words = machineWords(machine, locale);
  return {
    title: ({ path }) => words.state(path),
    event: words.event,
    guard: words.guard,
    call: (name) => t('diagram.call', { call: words.call(name) }),
    anywhere: t('diagram.anywhere'),
    gathered: (paths) =>
      paths.length > NAMED
        ? t('diagram.gathered', { count: paths.length })
        : t('diagram.from', { states: paths.map(words.state).join(', ') }),
    hidden: (count) => t('diagram.hidden', { count }),
  };
}
