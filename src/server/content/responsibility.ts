import type { Localised } from '#domain/locale.ts';
import { onceFor } from '#server/once-for.ts';
import { areasAround, significantKey } from './places/area-keys.ts';
import type { Authority, Content, Responsibility } from './types.ts';

/**
 * Returns the authority responsible for a service at a place (regional key, also padded with zeros), or null when
 * only the state-wide text is left. The most specific area with an entry wins: municipality (12 digits), association
 * (9), district (5), region (3), state (2). Where a list names two authorities for one area, the first wins: the
 * order of the file is the editor's. Where a criterion decides between them, the result is null (`authorityChoices`).
 * Loading the content ensures that a form offered at the place belongs to this authority.
 */
export function responsibleAuthority(
  content: Pick<Content, 'services' | 'authorities'>,
  leiKaId: string,
  ars: string,
): Authority | null {
  const responsibilities = content.services.get(leiKaId)?.responsibilities ?? [];
  if (choiceIn(responsibilities, ars).length > 0) return null;
  const id = responsibleIn(responsibilities, ars)?.authority;
  return (id !== undefined && content.authorities.get(id)) || null;
}

/** An authority among several, and the people it is responsible for; null for everybody else. */
export type AuthorityChoice = { authority: Authority; criterion: Localised | null };

/**
 * Returns the authorities among which people choose, because a criterion (the first letter of their name, say)
 * decides which is responsible for them at a place; empty where one is responsible for everybody.
 */
export function authorityChoices(
  content: Pick<Content, 'services' | 'authorities'>,
  leiKaId: string,
  ars: string,
): AuthorityChoice[] {
  return choiceIn(content.services.get(leiKaId)?.responsibilities ?? [], ars).flatMap(
    ({ authority: id, criterion = null }) => {
      const authority = content.authorities.get(id);
      return authority ? [{ authority, criterion }] : [];
    },
  );
}

/** The entries of the most specific area that are a choice. */
export function choiceIn(responsibilities: Responsibility[], ars: string): Responsibility[] {
  if (!hasCriteria(responsibilities)) return [];
  for (const area of areasAround(ars)) {
    const there = responsibilities.filter(({ areas }) => areas.some((one) => significantKey(one) === area));
    if (there.length === 0) continue;
    return there.length > 1 && there.some(({ criterion }) => criterion) ? there : [];
  }
  return [];
}

const hasCriteria = onceFor((responsibilities: Responsibility[]) =>
  responsibilities.some(({ criterion }) => criterion),
);

/**
 * Returns the id of the authority in a list that is responsible at a place, and the area (significant key) of that
 * entry.
 */
export function responsibleIn(
  responsibilities: Responsibility[],
  ars: string,
): { authority: string; area: string } | null {
  const index = indexOf(responsibilities);
  for (const area of areasAround(ars)) {
    const authority = index.get(area);
    if (authority !== undefined) return { authority, area };
  }
  return null;
}

/** Area (significant key) to authority id; built once per list, which all services of a group share. */
const indexOf = onceFor((responsibilities: Responsibility[]) => {
  const index = new Map<string, string>();
  for (const { authority, areas } of responsibilities) {
    for (const area of areas) {
      const key = significantKey(area);
      if (!index.has(key)) index.set(key, authority);
    }
  }
  return index;
});
