import type { Locale } from '#domain/locale.ts';
import { languageTag } from '#domain/locale.ts';
import { type Format, formatsOf } from '#server/documents/format.ts';
import { furnitureWith } from '#server/documents/furniture.ts';
import type { Block } from '#server/documents/layout/blocks.ts';
import type { Composition } from '#server/documents/layout/render.ts';
import { isTextKey, type Say, textsOf } from '#server/documents/texts.ts';

/** The texts and formats that the pages of a copy are written with. */
export type Pen = {
  locale: Locale;
  portalName: string;
  say: Say;
  format: Format;
  /** Date and time, as in a sentence. */
  at(instant: Date | string): string;
  /** The text of a group, by a name from the data; the name itself where there is none. */
  named(group: string, name: string): string;
  /** Label and value on one line. */
  labelled(label: string, value: string): string;
};

export function penOf(locale: Locale, portalName: string): Pen {
  const say = textsOf(locale);
  const format = formatsOf(locale);
  return {
    locale,
    portalName,
    say,
    format,
    at: (instant) => {
      const text = typeof instant === 'string' ? instant : instant.toISOString();
      return say('common.at', { date: format.date(text), time: format.time(text) });
    },
    named: (group, name) => {
      const key = `${group}.${name}`;
      return isTextKey(key) ? say(key) : name;
    },
    labelled: (label, value) => say('copy.value', { label, value }),
  };
}

/** A document of a copy. @param note in the footer: what it is about */
export function pageOf(
  { locale, portalName, say }: Pen,
  { title, note, at, blocks }: { title: string; note: string; at: Date; blocks: Block[] },
): Composition {
  return {
    info: {
      title,
      subject: say('copy.subject'),
      author: portalName,
      language: languageTag[locale],
      createdAt: at,
    },
    blocks,
    furniture: furnitureWith({ data: { portalName }, say }, say('copy.kind'), note),
  };
}
