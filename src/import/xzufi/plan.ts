import { significantKey } from '#server/content/places/area-keys.ts';
import type { Authority } from '#server/content/types.ts';
import type { Collected } from './collect.ts';
import { lookup } from './lookup.ts';
import type { Row } from './records.ts';
import type { ImportReport } from './report.ts';
import { authorityOf } from './write/authority-file.ts';

type AreaFinder = (reference: string) => string[];

/** LeiKa id to the key of the service that is shown for it. */
export type Chosen = Map<string, { key: string; rows: Row[] }>;

/**
 * One service for each LeiKa id, as in the portal: the one valid in the largest area, of equal ones the first key. The
 * others are reported; their responsibilities are included.
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
    for (const { key } of others) {
      report.skip(
        'further descriptions of a service; the one of the largest area is shown',
        `${leiKaId} ${key}`,
      );
    }
    chosen.set(leiKaId, { key: first.key, rows: all.flatMap(({ key }) => rowsOf.get(key) ?? []) });
  }
  return chosen;
}

function* candidates(services: Collected['services'], find: AreaFinder, report: ImportReport) {
  for (const key of services.keys()) {
    const record = services.get(key);
    if (!record) continue;
    const areas = record.validIn.flatMap(find);
    if (record.validIn.length > 0 && areas.length === 0) {
      report.skip(
        'services valid in areas that the portal does not have',
        `${key} ${record.validIn[0] ?? ''}`,
      );
      continue;
    }
    const level = Math.min(...(areas.length > 0 ? areas.map((area) => significantKey(area).length) : [0]));
    yield { key, leiKaId: record.leiKaId, level };
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
