import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { locales } from '#domain/locale.ts';
import { machineWords } from '../machine-words.ts';
import type { AssumedRule } from './assumed-rules.ts';

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

/** All texts about a rule, in both languages: people may know it by either word. */
const writtenAbout = ({ id, machine, arrows }: AssumedRule): string =>
  locales
    .flatMap((locale) => {
      const words = machineWords(machine, locale);
      return arrows.flatMap((arrow) => [
        words.title,
        words.sentence(arrow) ?? '',
        words.event(arrow),
        words.guard(arrow) ?? '',
        words.state(arrow.from),
        ...arrow.to.map(words.state),
      ]);
    })
    .concat(id, ...arrows.map((arrow) => arrow.event))
    .join(' ');

/** Length of the shortest stem: shorter ones are part of too many words. */
const SHORTEST_STEM = 4;

/** The stem of a word in each language: people look for `Erstattung` where it says `erstattet`. */
const stemsOf = (word: string): string[] =>
  [stemGerman(word), stemEnglish(word)].filter((stem) => stem.length >= SHORTEST_STEM);

/** Whether every word of a query, or another form of it, occurs in the texts about a rule. */
export function matches(rule: AssumedRule, query: string): boolean {
  const written = plain(writtenAbout(rule));
  return plain(query)
    .split(/\s+/)
    .every((word) => written.includes(word) || stemsOf(word).some((stem) => written.includes(stem)));
}
