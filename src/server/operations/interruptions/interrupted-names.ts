import { type Interrupted, kindOf, serviceOf } from '#domain/interruption.ts';
import type { Locale } from '#domain/locale.ts';
import { type LoginProviderId, loginProviderIds } from '#domain/login.ts';
import deCommon from '#locales/de/common.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import type { Content } from '#server/content/types.ts';
import { filled } from '#server/html/texts.ts';
import { texts } from '../texts.ts';

const providers = { de: deCommon.provider, en: enCommon.provider };

/** Returns what is interrupted in words; a service that the content does not have by its number. */
export function nameOf(what: Interrupted, content: Content, locale: Locale): string {
  const names = texts[locale].interruptions.what;
  const leiKaId = serviceOf(what);
  if (leiKaId !== null)
    return filled(names.service, { name: content.services.get(leiKaId)?.title[locale] ?? leiKaId });
  const provider = loginProviderIds.find((id) => what === `login:${id}`);
  if (provider) return filled(names.login, { name: providers[locale][provider] });
  return names[kindOf(what)];
}

/** Returns everything that can be interrupted here: services by their title, of those whose form is offered. */
export function interruptible(
  content: Content,
  logins: Iterable<LoginProviderId>,
  locale: Locale,
): { what: Interrupted; name: string }[] {
  const services = new Set([...content.metadata.values()].map(({ leiKaId }) => leiKaId));
  const named = (what: Interrupted) => ({ what, name: nameOf(what, content, locale) });
  return [
    ...(['maintenance', 'payment', 'delivery'] as const).map(named),
    ...[...logins].map((id) => named(`login:${id}`)),
    ...[...services]
      .map((leiKaId) => named(`service:${leiKaId}`))
      .sort((one, other) => one.name.localeCompare(other.name, locale)),
  ];
}
