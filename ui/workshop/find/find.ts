import { type Locale, locales } from '#domain/locale.ts';
import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { wordsMatch } from './words-match.ts';

/** Kinds of things that can be found, in the order in which they are listed. */
export const foundKinds = ['state', 'event', 'rule'] as const;

/** A state, an event or a rule of a workflow. */
export type Found = {
  kind: (typeof foundKinds)[number];
  machine: DescribedMachine;
  /** Id of the rule; null for anything else. */
  rule: string | null;
  /** The name, or the sentence of the rule, in the language of the reader. */
  text: string;
  /** Path of the state, or ids of all arrows of the event or rule. */
  parts: string[];
};

/**
 * Everything in workflows that is called by the words of a query in either language, or by a technical name. An event or
 * rule of several arrows is found once.
 */
export function find(machines: readonly DescribedMachine[], query: string, locale: Locale): Found[] {
  if (query.trim() === '') return [];
  const all = machines.flatMap((machine) => everythingIn(machine));
  return all
    .filter(({ written }) => wordsMatch(written, query))
    .map(({ written, texts, ...found }) => ({ ...found, text: texts[locale] }));
}

type Entry = Omit<Found, 'text'> & { texts: Record<Locale, string>; written: string };

const known = new Map<string, Entry[]>();

function everythingIn(machine: DescribedMachine): Entry[] {
  const entries = known.get(machine.name) ?? listAll(machine);
  known.set(machine.name, entries);
  return entries;
}

function listAll(machine: DescribedMachine): Entry[] {
  const words = { de: machineWords(machine, 'de'), en: machineWords(machine, 'en') };
  const entry = (
    found: Pick<Found, 'kind' | 'rule' | 'parts'>,
    nameIn: (locale: Locale) => string,
    names: string,
  ): Entry => {
    const texts = { de: nameIn('de'), en: nameIn('en') };
    return { ...found, machine, texts, written: [...locales.map((each) => texts[each]), names].join(' ') };
  };
  const drawn = machine.arrows.filter(({ isIgnored }) => !isIgnored);
  const grouped = (keyOf: (arrow: DescribedArrow) => string | null) =>
    [...Map.groupBy(drawn, keyOf)].flatMap(([key, [first, ...rest]]) =>
      key === null || !first ? [] : [{ key, first, parts: [first, ...rest].map(({ id }) => id) }],
    );
  return [
    ...machine.states
      .filter(({ path }) => path !== '')
      .map(({ path }) =>
        entry({ kind: 'state', rule: null, parts: [path] }, (locale) => words[locale].state(path), path),
      ),
    ...grouped(({ event }) => event).map(({ key, first, parts }) =>
      entry({ kind: 'event', rule: null, parts }, (locale) => words[locale].event(first), key),
    ),
    ...grouped(({ rule }) => rule).map(({ key, first, parts }) =>
      entry({ kind: 'rule', rule: key, parts }, (locale) => words[locale].sentence(first) ?? '', key),
    ),
  ];
}
