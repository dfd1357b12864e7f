import type { Localised } from '#server/content/types.ts';
import type { Texts } from '../records.ts';
import { wording } from '../wording.ts';
import { inBlocks } from './html.ts';
import { plainText } from './language.ts';

/** Longer descriptions are texts of the module, not labels of a figure. */
const LONGEST_LABEL = 160;

export const isLabel = ({ de, en }: Texts): boolean =>
  Boolean(de ?? en) && [de, en].every((text) => plainText(text ?? '').length <= LONGEST_LABEL);

/** A plain text in both languages; one stands for the other where that is missing. */
export function inBothLanguages(texts: Texts, otherwise: Localised): Localised {
  const de = plainText(texts.de ?? '');
  const en = plainText(texts.en ?? '');
  return { de: de || en || otherwise.de, en: en || de || otherwise.en };
}

/** Whether HTML has words in it. */
export const says = (html: string | undefined): html is string => plainText(html ?? '') !== '';

/**
 * HTML one after another, in blocks. As soon as one of the parts is in English, those that are not have a note
 * in front of their German text; otherwise there is no English text.
 */
export function joined(parts: Texts[]): Texts {
  const said = parts.filter(({ de, en }) => says(de) || says(en));
  const isNeutral = said.length > 0 && said.every((part) => part.isNeutral);
  const hasEnglish = isNeutral || said.some(({ en, isNeutral: neutral }) => says(en) && !neutral);
  const de = said.map((part) => part.de).filter(says);
  const en = said.map((part) =>
    says(part.en) ? part.en : `${noteBlock(wording.onlyGerman)}\n${inBlocks(part.de ?? '')}`,
  );
  return {
    ...(de.length > 0 && { de: de.map(inBlocks).join('\n') }),
    ...(hasEnglish && { en: en.map(inBlocks).join('\n') }),
    ...(isNeutral && { isNeutral }),
  };
}

/** A note of the import in front of a text. */
export const noteBlock = (note: string): string => `<p><em>${note}</em></p>`;
