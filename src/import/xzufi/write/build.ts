import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openFolder } from '#server/content/load/folder.ts';
import { loadPlaces } from '#server/content/load/places.ts';
import { areaTable, cellsOf } from '../../places/area-table.ts';
import { csvText } from '../../places/tables.ts';
import { ImportRefused } from '../../refused.ts';
import { type Answers, answersFrom } from '../answers.ts';
import { areaFinder, type KnownArea, missingAreas } from '../areas.ts';
import type { Collected } from '../collect.ts';
import { authoritiesFrom, type Chosen, chooseServices, type LocalDescription } from '../plan.ts';
import type { ServiceRecord } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { type LocalTextFile, localTextFile, serviceFile } from './service-file.ts';
import { slugOf } from './slug.ts';
import { folded, MANIFEST, type Manifest, namesIn, type Target } from './target.ts';
import { textFiles } from './texts-file.ts';

/**
 * Writes a content folder: that of the target, with the output of an earlier import replaced by the content of the
 * files.
 * @param dir the folder, which does not exist yet
 */
export function build(dir: string, target: Target, collected: Collected, report: ImportReport): void {
  copyOwn(target, dir);
  const table = writeAreas(dir, collected, report);
  const find = areaFinder(table, collected.areas);
  const authorities = writeAuthorities(dir, target, collected, report);
  const chosen = chooseServices(collected, find, target.ownServices, report);
  const states = table.filter(({ ars }) => ars.length === 2).map(({ ars }) => ars);
  const names = new Map(table.map(({ ars, name }) => [ars, name]));
  const places = { find, states, name: (area: string) => names.get(area) ?? area };
  const answer = answersFrom(collected, new Map(Object.entries(authorities)), places, report);
  const services = slugsOf(chosen, collected, target);
  refuseLostForms(target, new Set(Object.values(services)));
  const slugs = new Set([...target.ownServices.values(), ...Object.values(services)]);
  for (const [leiKaId, { key, rows, local }] of chosen) {
    const slug = services[leiKaId];
    const found = collected.services.get(key);
    if (!slug || !found) continue;
    const record = { ...found, leiKaId };
    const localTexts = writeLocalTexts(join(dir, 'services', slug), local, collected);
    writeService(dir, { slug, slugs, record, localTexts, answers: answer(rows), target, report });
  }
  const manifest: Manifest = { services, authorities };
  writeFileSync(join(dir, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
}

type Written = {
  slug: string;
  /** All services after the import. */
  slugs: ReadonlySet<string>;
  record: ServiceRecord;
  localTexts: LocalTextFile[];
  answers: Answers;
  target: Target;
  report: ImportReport;
};

/** Files that an import writes into the folder of a service; everything else there is not its own. */
const OWN_FILES = new Set(['service.json', 'texts.de.md', 'texts.en.md']);

/** The folder of a service, including editors' additions. */
function writeService(
  dir: string,
  { slug, slugs, record, localTexts, answers, target, report }: Written,
): void {
  const additions = target.additions(slug);
  const known = new Set(target.topics.values());
  const named = record.categories.flatMap((name) => target.topics.get(folded(name)) ?? []);
  const topics = additions.topics.length > 0 ? additions.topics : [...new Set(named)].sort();
  const texts = textFiles(record);
  const to = join(dir, 'services', slug);
  mkdirSync(to, { recursive: true });
  const parts = {
    ...answers,
    localTexts,
    topics: topics.filter((id) => known.has(id)),
    lifeSituations: additions.lifeSituations.filter((id) => target.lifeSituations.has(id)),
    related: additions.related.filter((other) => slugs.has(other)),
  };
  writeFileSync(join(to, 'service.json'), serviceFile(record, parts));
  writeFileSync(join(to, 'texts.de.md'), texts.de);
  writeFileSync(join(to, 'texts.en.md'), texts.en);
  const from = join(target.dir, 'services', slug);
  for (const file of existsSync(from) ? readdirSync(from) : []) {
    if (!OWN_FILES.has(file)) cpSync(join(from, file), join(to, file), { recursive: true });
  }
  const { responsibilities, onlineLinks } = answers;
  report.count('written: services');
  report.count('written: online services of others', onlineLinks.length);
  if (parts.topics.length === 0) report.count('written: services without a topic (found by search only)');
  if (responsibilities.length === 0) report.count('written: services that nobody answers for');
  if (texts.lacking === 'all') report.count('written: services without English texts (German with a note)');
  if (texts.lacking === 'some') report.count('written: services with English texts for a part');
}

/** Writes the local texts of a service, each into its own folder. */
function writeLocalTexts(dir: string, local: LocalDescription[], { services }: Collected): LocalTextFile[] {
  return local.flatMap(({ key, areas }) => {
    const record = services.get(key);
    if (!record) return [];
    const id = `place-${shortHash(key)}`;
    const texts = textFiles(record);
    const to = join(dir, 'local', id);
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, 'texts.de.md'), texts.de);
    writeFileSync(join(to, 'texts.en.md'), texts.en);
    return [localTextFile(id, areas, record)];
  });
}

/** Everything except the output of an earlier import. */
function copyOwn({ dir, manifest }: Target, to: string): void {
  const services = new Set(Object.values(manifest.services));
  const authorities = new Set(Object.values(manifest.authorities).map((id) => `${id}.json`));
  mkdirSync(to, { recursive: true });
  if (!existsSync(dir)) return;
  cpSync(dir, to, {
    recursive: true,
    filter: (path) => {
      const folder = dirname(path);
      if (folder === join(dir, 'services')) return !services.has(basename(path));
      return folder !== join(dir, 'authorities') || !authorities.has(basename(path));
    },
  });
}

function writeAreas(dir: string, { areas }: Collected, report: ImportReport): KnownArea[] {
  const has = existsSync(join(dir, 'places/areas.csv'));
  const table: KnownArea[] = has ? [...loadPlaces(openFolder(dir)).areas.values()] : [];
  const added = missingAreas(table, areas);
  if (added.length > 0) {
    const all = [...table, ...added].sort((one, other) => (one.ars < other.ars ? -1 : 1));
    mkdirSync(join(dir, 'places'), { recursive: true });
    writeFileSync(join(dir, 'places/areas.csv'), areaTable(all.map(cellsOf)));
    if (!existsSync(join(dir, 'places/postcodes.csv'))) {
      writeFileSync(join(dir, 'places/postcodes.csv'), csvText(['postcode', 'ars', 'place'], []));
    }
    report.count('written: areas that the places lacked', added.length);
  }
  return [...table, ...added];
}

/** Writes the authorities. Returns the key of each unit to the id of its authority. */
function writeAuthorities(
  dir: string,
  target: Target,
  collected: Collected,
  report: ImportReport,
): Manifest['authorities'] {
  const ids: Manifest['authorities'] = {};
  const own = new Set(namesIn(dir, 'authorities'));
  mkdirSync(join(dir, 'authorities'), { recursive: true });
  for (const { key, authority } of authoritiesFrom(collected, report)) {
    const id =
      target.manifest.authorities[key] ?? `${slugOf(authority.name.de)}-${shortHash(key)}`.replace(/^-/, '');
    if (own.has(`${id}.json`))
      throw new ImportRefused([`authorities/${id}.json was not written by an import`]);
    ids[key] = id;
    const kept = target.recipient(id);
    const { destinationId } = authority;
    if (kept.destinationId && destinationId && kept.destinationId !== destinationId) {
      report.note(`${key}: the destination ${kept.destinationId} is now ${destinationId}, as the files say`);
    }
    const file = { id, ...authority, ...kept, ...(destinationId && { destinationId }) };
    writeFileSync(join(dir, 'authorities', `${id}.json`), `${JSON.stringify(file, null, 2)}\n`);
    report.count('written: authorities');
  }
  return ids;
}

/** LeiKa id to slug: that of an earlier import, otherwise built from title and LeiKa id. */
function slugsOf(
  chosen: Chosen,
  { services }: Collected,
  { manifest, ownServices }: Target,
): Manifest['services'] {
  const own = new Set(ownServices.values());
  return Object.fromEntries(
    [...chosen].map(([leiKaId, { key }]) => {
      const { de, en } = services.get(key)?.title ?? {};
      const made = `${slugOf(de ?? en ?? '')}-${leiKaId}`.replace(/^-/, '');
      const slug = manifest.services[leiKaId] ?? made;
      if (own.has(slug)) throw new ImportRefused([`services/${slug} was not written by an import`]);
      return [leiKaId, slug];
    }),
  );
}

/** A form may have people's drafts: it is not removed because a file no longer has its service. */
function refuseLostForms(target: Target, slugs: ReadonlySet<string>): void {
  const lost = Object.values(target.manifest.services).filter(
    (slug) => !slugs.has(slug) && target.hasForm(slug),
  );
  if (lost.length > 0) {
    throw new ImportRefused(
      lost.map(
        (slug) =>
          `services/${slug} has a form, and the files do not have the service any more; take the form away first`,
      ),
    );
  }
}

const shortHash = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 6);
