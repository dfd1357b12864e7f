import type { TextModule } from '#contract/text-modules.ts';
import type { Locale } from '#domain/locale.ts';
import type { Cost, Service, TimeUnit } from '../types.ts';
import { amountsInText } from './amounts-in-text.ts';

const WORDS: Record<Locale, readonly string[]> = {
  de: 'null eine?[mnrs]? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  en: 'no|zero one|a two three four five six seven eight nine ten eleven twelve'.split(' '),
};

/** Whether the text of a part of the page names all its figures, so that the page need not show them twice. */
export function saysItsFigures(service: Service, module: TextModule, locale: Locale): boolean {
  const text = service.texts[module]?.[locale];
  if (!text) return false;
  if (module === 'cost') {
    const named = amountsInText(text, locale);
    return service.costs.flatMap(amountsOf).every((cents) => cents === 0 || named.includes(cents));
  }
  if (module === 'deadlines') {
    return service.deadlines.every(({ duration: { value, to, unit } }) =>
      [value, to ?? value].every((count) =>
        sameLengths(count, unit).some((one) => namesCount(text, one, locale)),
      ),
    );
  }
  return false;
}

const amountsOf = (cost: Cost): number[] => {
  if (cost.kind === 'FREE') return [];
  return (cost.kind === 'FIXED' ? [cost.amount] : [cost.from, cost.to]).filter(
    (cents) => cents !== undefined,
  );
};

/** Returns one length of time in the units that people also use for it: two weeks are 14 days. */
function sameLengths(count: number, unit: TimeUnit): number[] {
  const [times, per] = OTHER_UNIT[unit] ?? [1, 1];
  return [count, (count * times) / per].filter(Number.isInteger);
}

/** The other unit of a length of time, with the ratio: `times` of it are `per` of this one. */
const OTHER_UNIT: Partial<Record<TimeUnit, [times: number, per: number]>> = {
  day: [1, 7],
  week: [7, 1],
  month: [1, 12],
  year: [12, 1],
};

const namesCount = (text: string, count: number, locale: Locale): boolean =>
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:${[count, WORDS[locale][count]].filter((part) => part !== undefined).join('|')})(?![\p{L}\d])`,
    'iu',
  ).test(text);
