import { addressForLetters, addressLines } from '#domain/authority.ts';
import type { Locale } from '#domain/locale.ts';
import de from '#locales/de/documents.json' with { type: 'json' };
import en from '#locales/en/documents.json' with { type: 'json' };
import { contactBoxOf } from '#server/content/contact-box.ts';
import type { Recipient } from '#server/content/types.ts';
import { filled } from '#server/html/texts.ts';
import type { Contact } from './words.ts';

const texts: Record<Locale, typeof de> = { de, en };

/** Returns the ways to an authority that an e-mail names, in one language. */
export function contactOf(authority: Recipient, locale: Locale): Contact {
  const box = (number: string) => filled(texts[locale].common.postbox, { number });
  const inOneLine = (address: Parameters<typeof addressLines>[0]) => addressLines(address, box).join(', ');
  const letters = addressForLetters(contactBoxOf(authority, locale).addresses) ?? authority;
  const { phoneNumber: phone, email, website, openingHours } = authority;
  return {
    address: inOneLine(authority),
    letters: inOneLine(letters),
    phone,
    email,
    website: website ?? null,
    hours: openingHours?.[locale] ?? null,
  };
}
