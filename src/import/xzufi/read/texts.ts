import type { Localised } from '#domain/locale.ts';
import type { Texts } from '../records.ts';
import { wording } from '../wording.ts';
import { plainText } from './plain-text.ts';

/** Longer descriptions become text of the module instead of labels of a figure. */
const LONGEST_LABEL = 160;

export const isLabel = ({ de, en }: Texts): boolean =>
  Boolean(de ?? en) && [de, en].every((text) => plainText(text ?? '').length <= LONGEST_LABEL);

/** A plain text in both languages; one replaces the other where that is missing. */
export function inBothLanguages(texts: Texts, otherwise: Localised): Localised {
  const de = plainText(texts.de ?? '');
  const en = plainText(texts.en ?? '');
  return { de: de || en || otherwise.de, en: en || de || otherwise.en };
}

/**
 * HTML in blocks, one after another. As soon as one of the parts is in English, the others have a note before their
 * German text; otherwise there is no English text.
 */
export function joined(parts: Texts[]): Texts {
  const said = parts.filter(({ de, en }) => de ?? en);
  const isNeutral = said.length > 0 && said.every((part) => part.isNeutral);
  const hasEnglish = isNeutral || said.some((part) => part.en !== undefined && !part.isNeutral);
  const de = said.flatMap((part) => part.de ?? []);
  const en = said.map((part) => part.en ?? `${noteBlock(wording.onlyGerman)}\n${germanBlock(part.de ?? '')}`);
  return {
    ...(de.length > 0 && { de: de.join('\n') }),
    ...(hasEnglish && { en: en.join('\n') }),
    ...(isNeutral && { isNeutral }),
  };
}

/** A German text in an English page, marked for screen readers. */
export const germanBlock = (html: string): string => `<div lang="de">\n${html}\n</div>`;

/** A note by the import before a text. */
export const noteBlock = (note: string): string => `<p><em>${note}</em></p>`;
