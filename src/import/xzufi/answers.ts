import type { OnlineLink, Responsibility } from '#server/content/types.ts';
import type { Collected } from './collect.ts';
import { lookup } from './lookup.ts';
import { inBothLanguages } from './read/texts.ts';
import type { Row } from './records.ts';
import type { ImportReport } from './report.ts';

/** Who is responsible where, and what is available online where. */
export type Answers = { responsibilities: Responsibility[]; onlineLinks: OnlineLink[] };

/** A row with what it refers to; `link` is the key of an online service. */
type Found = { areas: string[]; isEverywhere: boolean } & (
  | { link: string }
  | { authority: string; isContactPoint: boolean }
);

type Places = {
  /** Areas of the place table that a reference means. */
  find(reference: string): string[];
  states: string[];
};

/**
 * Answers for the rows of a service. Only organisational units are responsible; where one is responsible and another a
 * contact point, the responsible one comes first, which is the one that the portal shows.
 * @param authorityIds key of each unit that is an authority to its id
 */
export function answersFrom(
  collected: Collected,
  authorityIds: ReadonlyMap<string, string>,
  places: Places,
  report: ImportReport,
): (rows: Row[]) => Answers {
  const unitOf = lookup(collected.units.keys());
  const onlineOf = lookup(collected.online.keys());

  function resolve({ owner, area, isContactPoint }: Row): Found[] {
    const areas = area === null ? places.states : places.find(area);
    if (areas.length === 0) {
      report.skip('responsibilities in areas that the portal does not have', area ?? 'everywhere');
      return [];
    }
    const where = { areas, isEverywhere: area === null };
    const link = onlineOf(owner);
    if (link !== null) return [{ ...where, link }];
    const unit = unitOf(owner);
    const authority = authorityIds.get(unit ?? '');
    if (authority !== undefined) return [{ ...where, authority, isContactPoint }];
    const whom =
      unit === null
        ? 'who is neither a unit nor an online service of the files'
        : 'units that are no authority';
    report.skip(`responsibilities of ${whom}`, owner);
    return [];
  }

  return (rows) => {
    const found = rows.flatMap(resolve);
    return { responsibilities: responsibilities(found), onlineLinks: onlineLinks(found, collected.online) };
  };
}

/** One entry per authority, the responsible ones before the contact points; no area twice for the same one. */
function responsibilities(found: Found[]): Responsibility[] {
  const units = found.filter((one) => 'authority' in one);
  const areasOf = (isContactPoint: boolean) => {
    const areas = new Map<string, Set<string>>();
    for (const one of units) {
      if (one.isContactPoint !== isContactPoint) continue;
      areas.set(one.authority, new Set([...(areas.get(one.authority) ?? []), ...one.areas]));
    }
    return areas;
  };
  const responsible = areasOf(false);
  const entry = ([authority, areas]: [string, Set<string>]) => ({ authority, areas: [...areas].sort() });
  const contactPoints = [...areasOf(true)].map(([authority, areas]): [string, Set<string>] => [
    authority,
    new Set([...areas].filter((area) => !responsible.get(authority)?.has(area))),
  ]);
  return [
    ...[...responsible].sort(byKey).map(entry),
    ...contactPoints
      .filter(([, areas]) => areas.size > 0)
      .sort(byKey)
      .map(entry),
  ];
}

function onlineLinks(found: Found[], online: Collected['online']): OnlineLink[] {
  const byLink = Map.groupBy(
    found.filter((one) => 'link' in one),
    ({ link }) => link,
  );
  return [...byLink].sort(byKey).flatMap(([key, places]) => {
    const record = online.get(key);
    if (!record) return [];
    const title = inBothLanguages(record.title, { de: record.url, en: record.url });
    if (places.some(({ isEverywhere }) => isEverywhere)) return [{ title, url: record.url }];
    return [{ title, url: record.url, areas: [...new Set(places.flatMap(({ areas }) => areas))].sort() }];
  });
}

const byKey = <T>([one]: [string, T], [other]: [string, T]) => (one < other ? -1 : 1);
