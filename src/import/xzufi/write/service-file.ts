import type { TextModule } from '#contract/text-modules.ts';
import { type Locale, locales } from '#domain/locale.ts';
import type { LocalText, Responsibility, Service } from '#server/content/types.ts';
import { plainText } from '../read/plain-text.ts';
import { inBothLanguages } from '../read/texts.ts';
import type { ServiceRecord, Texts } from '../records.ts';

const LONGEST_TEASER = 300;
/** Characters of HTML searched for a teaser. */
const MAX_TEXT_LENGTH = 5000;
const LONGEST_TITLE = 250;

export type ServiceFileParts = Pick<
  Service,
  'topics' | 'lifeSituations' | 'related' | 'onlineLinks' | 'links'
> & {
  responsibilities: Responsibility[];
  localTexts: LocalTextFile[];
};

/** The entry in service.json for texts that apply to some places. */
export type LocalTextFile = Omit<LocalText, 'texts'> & { id: string };

export const localTextFile = (
  id: string,
  areas: string[],
  { costs, deadlines, processingTime }: ServiceRecord,
): LocalTextFile => ({
  id,
  areas,
  ...(costs.length > 0 && { costs }),
  ...(deadlines.length > 0 && { deadlines }),
  ...(processingTime && { processingTime }),
});

/** The text of service.json. Parts missing in one language are taken from the other. */
export function serviceFile(record: ServiceRecord, parts: ServiceFileParts): string {
  const { leiKaId, title, teaser, keywords, audience, costs, deadlines, processingTime } = record;
  const named = inBothLanguages(title, { de: leiKaId, en: leiKaId });
  const { de, en } = {
    de: cut(named.de, LONGEST_TITLE),
    en: cut(named.en, LONGEST_TITLE),
  };
  const { topics, lifeSituations, related, onlineLinks, links, responsibilities, localTexts } = parts;
  const file = {
    leiKaId,
    title: { de, en },
    teaser: teaserOf(teaser, record, { de, en }),
    keywords: { de: keywords.de, en: keywords.en.length > 0 ? keywords.en : keywords.de },
    topics,
    ...(lifeSituations.length > 0 && { lifeSituations }),
    audience,
    ...(costs.length > 0 && { costs }),
    ...(deadlines.length > 0 && { deadlines }),
    ...(processingTime && { processingTime }),
    responsibilities,
    ...(links.length > 0 && { links }),
    ...(localTexts.length > 0 && { localTexts }),
    ...(onlineLinks.length > 0 && { onlineLinks }),
    ...(related.length > 0 && { related }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The teaser of the files, otherwise the beginning of the short or the full text, otherwise the title. */
function teaserOf(teaser: Texts, { modules }: ServiceRecord, title: { de: string; en: string }) {
  const from = (module: TextModule): Texts => modules.find((part) => part.module === module)?.html ?? {};
  const sources = [teaser, from('shortText'), from('fullText')];
  const begin = (language: Locale) =>
    sources
      .map((source) => cut(plainText((source[language] ?? '').slice(0, MAX_TEXT_LENGTH)), LONGEST_TEASER))
      .find((text) => text !== '');
  return inBothLanguages(
    Object.fromEntries(locales.flatMap((one) => (begin(one) ? [[one, begin(one)]] : []))),
    title,
  );
}

/** Cut after a sentence if one ends in the second half, otherwise after a word. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  if (sentence > most / 2) return head.slice(0, sentence + 1);
  return `${head.slice(0, Math.max(head.lastIndexOf(' ', most - 2), 1))} …`;
}
