import { locales } from '#domain/locale.ts';
import { wordsMatch } from '../find/words-match.ts';
import { machineWords } from '../machine-words.ts';
import type { AssumedRule } from './assumed-rules.ts';

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

/** Whether every word of a query, or another form of it, occurs in the texts about a rule. */
export const matches = (rule: AssumedRule, query: string): boolean => wordsMatch(writtenAbout(rule), query);
