import { significantKey } from '#server/content/places/area-keys.ts';
import type { Authority } from '#server/content/types.ts';
import type { Collected } from './collect.ts';
import { lookup } from './lookup.ts';
import { ownIdOf } from './read/identifier.ts';
import type { Row } from './records.ts';
import type { ImportReport } from './report.ts';
import { authorityOf } from './write/authority-file.ts';

type AreaFinder = (reference: string) => string[];

/** A description of the same service for certain areas (keys as in the table of places). */
export type LocalDescription = { key: string; areas: string[] };

/** Id in the portal, 14 digits, to the service that is shown for it. */
export type Chosen = Map<string, { key: string; rows: Row[]; local: LocalDescription[] }>;

/**
 * One service for each LeiKa id, as in the portal: the one valid in the largest area, of equal ones the first key.
 * Those for other areas become local texts, and their responsibilities count. A further one for the same area is a
 * service of its own.
 */
export function chooseServices(
  { services, rows }: Collected,
  find: AreaFinder,
  ownServices: ReadonlyMap<string, string>,
  report: ImportReport,
): Chosen {
  const found = Map.groupBy(candidates(services, find, report), ({ leiKaId }) => leiKaId);
  const rowsOf = rowsByService(rows.byService(), services.keys(), report);
  const chosen: Chosen = new Map();
  for (const [leiKaId, all] of [...found].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const own = ownServices.get(leiKaId);
    if (own !== undefined) {
      report.skip('services that the content has written by hand', `${leiKaId} services/${own}`);
      continue;
    }
    const [first, ...others] = all.toSorted(
      (one, other) => one.level - other.level || (one.key < other.key ? -1 : 1),
    );
    if (!first) continue;
    if (leiKaId.startsWith('00'))
      report.count('written: services without a LeiKa id (with one of the portal)');
    const described = new Set([first.areas.join()]);
    const local = others.filter(({ areas }) => {
      const isNew = !described.has(areas.join());
      described.add(areas.join());
      return isNew;
    });
    const rows = [first, ...local].flatMap(({ key }) => rowsOf.get(key) ?? []);
    chosen.set(leiKaId, { key: first.key, rows, local });
    report.count('written: descriptions of services for some places', local.length);
    for (const { key } of others.filter((one) => !local.includes(one))) {
      report.note(
        `${key} shares its LeiKa id ${leiKaId} and its area with ${first.key}; it is a service of its own`,
      );
      chosen.set(ownIdOf(key), { key, rows: rowsOf.get(key) ?? [], local: [] });
    }
  }
  return chosen;
}

function* candidates(services: Collected['services'], find: AreaFinder, report: ImportReport) {
  for (const key of services.keys()) {
    const record = services.get(key);
    if (!record) continue;
    const areas = [...new Set(record.validIn.flatMap(find))].sort();
    if (record.validIn.length > 0 && areas.length === 0) {
      report.skip(
        'services valid in areas that the portal does not have',
        `${key} ${record.validIn[0] ?? ''}`,
      );
      continue;
    }
    const level = Math.min(...(areas.length > 0 ? areas.map((area) => significantKey(area).length) : [0]));
    yield { key, leiKaId: record.leiKaId, level, areas };
  }
}

function rowsByService(rows: Map<string, Row[]>, keys: string[], report: ImportReport): Map<string, Row[]> {
  const find = lookup(keys);
  const found = new Map<string, Row[]>();
  for (const [reference, entries] of rows) {
    const key = find(reference);
    if (key === null) {
      for (const { service } of entries) {
        report.skip('responsibilities for services that the files do not have', service);
      }
    } else found.set(key, [...(found.get(key) ?? []), ...entries]);
  }
  return found;
}

/** The authorities of the units, in the order of their keys. */
export function* authoritiesFrom(
  { units }: Collected,
  report: ImportReport,
): Generator<{ key: string; authority: Omit<Authority, 'id'> }> {
  const unitOf = lookup(units.keys());
  const find = (reference: string) => units.get(unitOf(reference) ?? '');
  for (const key of units.keys()) {
    const unit = units.get(key);
    if (!unit) continue;
    const made = authorityOf(unit, find);
    if ('reason' in made) {
      report.skip(made.reason, `${key} ${unit.name.de ?? unit.name.en ?? ''}`);
      continue;
    }
    if (made.hasAddressOfSuperior) report.count('written: authorities with the address of the unit above');
    yield { key, authority: made.authority };
  }
}
