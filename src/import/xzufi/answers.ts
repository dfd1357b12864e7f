import type { OnlineLink, Responsibility, Service } from '#server/content/types.ts';
import type { Collected } from './collect.ts';
import { lookup } from './lookup.ts';
import { inBothLanguages } from './read/texts.ts';
import type { Row, Texts } from './records.ts';
import type { ImportReport } from './report.ts';

/** Responsibilities and online services of a service, with their areas. */
export type Answers = {
  responsibilities: Responsibility[];
  onlineLinks: OnlineLink[];
  /** Forms, as links with their names and where they are for. */
  links: Service['links'];
};

/** A row with its resolved references; `link` is the key of an online service, `form` that of a form. */
type Found = { areas: string[]; isEverywhere: boolean } & (
  | { link: string }
  | { form: string }
  | { authority: string; isContactPoint: boolean; criterion: Texts }
);

type Places = {
  /** Areas of the place table that a reference means. */
  find(reference: string): string[];
  states: string[];
  /** Name of an area of the place table. */
  name(area: string): string;
};

/**
 * Answers for the rows of a service. Only organisational units are responsible. If one is responsible and another a
 * contact point, the responsible one comes first: it is the one that the portal shows.
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
  const formOf = lookup(collected.forms.keys());

  function resolve({ owner, area, isContactPoint, criterion = {} }: Row): Found[] {
    const areas = area === null ? places.states : places.find(area);
    if (areas.length === 0) {
      report.skip('responsibilities in areas that the portal does not have', area ?? 'everywhere');
      return [];
    }
    const where = { areas, isEverywhere: area === null };
    const link = onlineOf(owner);
    if (link !== null) return [{ ...where, link }];
    const form = formOf(owner);
    if (form !== null) return [{ ...where, form }];
    const unit = unitOf(owner);
    const authority = authorityIds.get(unit ?? '');
    if (authority !== undefined) return [{ ...where, authority, isContactPoint, criterion }];
    const whom =
      unit === null
        ? 'who is neither a unit nor an online service of the files'
        : 'units that are no authority';
    report.skip(`responsibilities of ${whom}`, owner);
    return [];
  }

  return (rows) => {
    const found = rows.flatMap(resolve);
    return {
      responsibilities: responsibilities(found),
      onlineLinks: onlineLinks(found, collected.online),
      links: formLinks(found, collected.forms, places.name),
    };
  };
}

/**
 * One entry per authority and criterion, with no area twice. Responsible authorities come before contact points, which
 * keep only areas without a responsible one.
 */
function responsibilities(found: Found[]): Responsibility[] {
  const units = found.filter((one) => 'authority' in one);
  const taken = new Set(units.filter((one) => !one.isContactPoint).flatMap(({ areas }) => areas));
  const entriesOf = (isContactPoint: boolean): Responsibility[] => {
    const groups = Map.groupBy(
      units.filter((one) => one.isContactPoint === isContactPoint),
      ({ authority, criterion }) => `${criterion.de ?? criterion.en ?? '\uFFFF'}\n${authority}`,
    );
    return [...groups].sort(byKey).flatMap(([, rows]): Responsibility[] => {
      const [first] = rows;
      const areas = new Set(
        rows.flatMap((row) => row.areas).filter((area) => !isContactPoint || !taken.has(area)),
      );
      if (!first || areas.size === 0) return [];
      const { authority, criterion } = first;
      const said = criterion.de ?? criterion.en;
      return [
        {
          authority,
          areas: [...areas].sort(),
          ...(said && !isContactPoint && { criterion: inBothLanguages(criterion, { de: said, en: said }) }),
        },
      ];
    });
  };
  return [...entriesOf(false), ...entriesOf(true)];
}

function onlineLinks(found: Found[], online: Collected['online']): OnlineLink[] {
  const byLink = Map.groupBy(
    found.filter((one) => 'link' in one),
    ({ link }) => link,
  );
  return [...byLink].sort(byKey).flatMap(([key, places]) => {
    const record = online.get(key);
    if (!record) return [];
    const { url, trustLevel } = record;
    const link = {
      title: inBothLanguages(record.title, url),
      url: url.de === url.en ? url.de : url,
      ...(trustLevel && { trustLevel }),
    };
    if (places.some(({ isEverywhere }) => isEverywhere)) return [link];
    return [{ ...link, areas: [...new Set(places.flatMap(({ areas }) => areas))].sort() }];
  });
}

function formLinks(
  found: Found[],
  forms: Collected['forms'],
  nameOf: (area: string) => string,
): Service['links'] {
  const byForm = Map.groupBy(
    found.filter((one) => 'form' in one),
    ({ form }) => form,
  );
  return [...byForm].sort(byKey).flatMap(([key, places]) => {
    const record = forms.get(key);
    if (!record) return [];
    const { de, en } = inBothLanguages(record.title, { de: record.url, en: record.url });
    const areas = [...new Set(places.flatMap((place) => place.areas))].sort();
    const where = places.some(({ isEverywhere }) => isEverywhere) ? '' : ` (${areas.map(nameOf).join(', ')})`;
    return [{ url: record.url, label: { de: de + where, en: en + where } }];
  });
}

const byKey = <T>([one]: [string, T], [other]: [string, T]) => (one < other ? -1 : 1);
