import { sql } from 'kysely';
import type { Locale, Localised } from '#domain/locale.ts';
import { fold } from '#server/content/places/place-index.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';

/** Names by which people look for an application. */
export type Named = { serviceName: string; authorityName: string; areaName: string };

/**
 * Whether names have every word of a text in them, whatever its case and accents: "hundesteuer kiel" is found by
 * "Anmeldung zur Hundesteuer" and "Kiel".
 */
export function isMeant(text: string, { serviceName, authorityName, areaName: place }: Named): boolean {
  const names = fold(`${serviceName} ${authorityName} ${place}`);
  return fold(text).some((asked, way) => asked.split(' ').every((word) => names[way]!.includes(word)));
}

type NamedOffer = {
  id: string;
  metadataId: string;
  areaKey: string;
  title: Localised;
  authority: Localised;
  place: string;
};

/** Returns those of these offers (ids) that a text means, by the names under which the list shows them. */
export async function offersMeant(
  { content, storage }: Pick<ServerContext, 'content' | 'storage'>,
  ids: readonly string[],
  { text, locale }: { text: string; locale: Locale },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedOffer>`
    select id, metadata_id, offer -> 'metadata' -> 'areas' ->> 0 as area_key, offer -> 'metadata' -> 'title' as title,
      offer -> 'metadata' -> 'authority' -> 'name' as authority, offer ->> 'areaName' as place
    from kept_offer where id = any(${ids})`.execute(storage.db);
  const all = content();
  return rows
    .filter(({ metadataId, areaKey, title, authority, place }) => {
      const now = all.metadata.get(metadataId);
      return isMeant(text, {
        serviceName: (now?.title ?? title)[locale],
        authorityName: (now?.authority.name ?? authority)[locale],
        areaName: all.areas.has(areaKey) ? areaName(all, areaKey) : place,
      });
    })
    .map(({ id }) => id);
}
