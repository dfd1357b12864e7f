import type { TextModule } from '#contract/text-modules.ts';
import type { Locale } from '#domain/locale.ts';
import type { Cost, Service } from '../types.ts';
import { amountsInText } from './amounts-in-text.ts';

const WORDS: Record<Locale, readonly string[]> = {
  de: 'null eine?[mnrs]? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  en: 'no|zero one|a two three four five six seven eight nine ten eleven twelve'.split(' '),
};

/** Whether the text of a part of the page names all its figures, so that the page need not show them twice. */
export function saysItsFigures(service: Service, module: TextModule, locale: Locale): boolean {
  const text = service.texts[module]?.[locale];
  if (!text) return false;
  // The box at the top shows the processing time; the text next to it is the fuller answer.
  if (module === 'processingTime') return true;
  if (module === 'cost') {
    const named = amountsInText(text, locale);
    return service.costs.flatMap(amountsOf).every((cents) => cents === 0 || named.includes(cents));
  }
  if (module === 'deadlines') {
    return service.deadlines
      .flatMap(({ duration: { value, to } }) => (to === undefined ? [value] : [value, to]))
      .every((count) => namesCount(text, count, locale));
  }
  return false;
}

const amountsOf = (cost: Cost): number[] => {
  if (cost.kind === 'FREE') return [];
  return (cost.kind === 'FIXED' ? [cost.amount] : [cost.from, cost.to]).filter(
    (cents) => cents !== undefined,
  );
};

const namesCount = (text: string, count: number, locale: Locale): boolean =>
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:${[count, WORDS[locale][count]].filter((part) => part !== undefined).join('|')})(?![\p{L}\d])`,
    'iu',
  ).test(text);
