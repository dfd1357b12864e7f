import type { Locale } from '#domain/locale.ts';
import { loginProviderIds } from '#domain/login.ts';
import deCommon from '#locales/de/common.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import { filled } from '#server/html/texts.ts';
import { texts } from '../texts.ts';

const providers = { de: deCommon.provider, en: enCommon.provider };

/** Returns a partner in words. @param partner as the log and the metrics name it: `identity nkb`, `payment` */
export function partnerName(partner: string, locale: Locale): string {
  const { names } = texts[locale].partners;
  const login = loginProviderIds.find((id) => partner === `identity ${id}`);
  if (login) return filled(names.login, { name: providers[locale][login] });
  const [, neighbour] = /^neighbour (.+)$/.exec(partner) ?? [];
  if (neighbour) return filled(names.neighbour, { name: neighbour });
  return (names.others as Record<string, string>)[partner] ?? partner;
}

/** Returns a certificate in words. @param certificate the variable that has it */
export const certificateName = (certificate: string, locale: Locale): string =>
  (texts[locale].certificates.names as Record<string, string>)[certificate] ?? certificate;
