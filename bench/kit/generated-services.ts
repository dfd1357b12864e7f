import { textModules } from '#contract/text-modules.ts';
import type { Locale } from '#domain/locale.ts';
import type { Content, Service } from '#server/content/types.ts';

/**
 * Content with this many generated services. Sentences, keywords and titles are drawn from those of the demonstration,
 * and their words joined to new compounds, so that words are as frequent and as many as in a large catalogue. The same
 * numbers give the same services.
 */
export function withGeneratedServices(content: Content, count: number): Content {
  const written = [...content.services.values()];
  const random = randomNumbers(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const nouns = nounsOf(written);
  const services = new Map(content.services);
  for (let number = services.size; number < count; number++) {
    const base = pick(written);
    const leiKaId = `98${String(number).padStart(12, '0')}`;
    const compound = pick(nouns) + pick(nouns).toLowerCase();
    const verbOf = (locale: Locale) => base.title[locale].split(' ').at(-1) ?? '';
    services.set(leiKaId, {
      ...base,
      leiKaId,
      slug: `generated-${number}`,
      title: {
        de: `${compound} ${verbOf('de')}`,
        en: `${pick(written).title.en.split(' ').slice(0, -1).join(' ')} ${compound} ${verbOf('en')}`,
      },
      teaser: { de: pick(written).teaser.de, en: pick(written).teaser.en },
      keywords: {
        de: [compound, ...some(8, () => pick(pick(written).keywords.de))],
        en: some(8, () => pick(pick(written).keywords.en)),
      },
      texts: Object.fromEntries(
        textModules.flatMap((module) => {
          const from = pick(written).texts[module];
          if (!from) return [];
          const swapped = `${pick(nouns)}${pick(nouns).toLowerCase()}`;
          return [[module, { de: `${from.de} <p>${swapped}</p>`, en: from.en }]];
        }),
      ),
    });
  }
  return { ...content, services };
}

const some = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Capitalised words in titles and keywords: in German, nouns. */
function nounsOf(services: Service[]): string[] {
  const texts = services.flatMap(({ title, keywords }) => [title.de, ...keywords.de]);
  return [...new Set(texts.flatMap((text) => text.match(/\p{Lu}\p{Ll}{3,}/gu) ?? []))];
}

/** Numbers from 0 to 1, the same on each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
