import { lstatSync } from 'node:fs';
import type { FormEngine } from '#domain/form-engine.ts';
import { type LoginProviderId, loginProviderIds } from '#domain/login.ts';
import { keptSettings } from '#server/config/config.ts';
import { loadAuthorities } from '#server/content/load/authorities.ts';
import { loadBrowsing } from '#server/content/load/browsing.ts';
import { loadConfirmedRules } from '#server/content/load/confirmed-rules.ts';
import { ContentUnreadable, openFolder, type ReadFolder, readChecked } from '#server/content/load/folder.ts';
import { namesIn } from '#server/content/load/known.ts';
import { loadPages } from '#server/content/load/pages.ts';
import { loadPlaces } from '#server/content/load/places.ts';
import { loadResponsibilities } from '#server/content/load/responsibilities.ts';
import { loadServices } from '#server/content/load/services.ts';
import { withOtherWays } from '#server/content/other-ways.ts';
import type { Content, ContentFault } from '#server/content/types.ts';
import type { Engine } from '#server/engines/engine.ts';
import { engines } from '#server/engines/engines.ts';
import { type KeptSettings, keptLists } from '#server/kept/kept-list.ts';
import { legalBasesSchema } from '#server/kept/legal-bases.ts';
import { loadSynonyms } from '#server/search/language/synonyms.ts';
import { DEFAULT_THEME, loadTheme } from '#server/theme/load-theme.ts';
import { deadLinks } from './dead-links.ts';
import { canBeLeftOut, leaveOut } from './leave-out.ts';

export type LoadedContent = {
  content: Content;
  /** Reasons why entries were left out; empty unless requested. */
  leftOut: ContentFault[];
};

/** The task of the thread that reloads content. */
export type LoadTask = {
  dir: string;
  skipBroken: boolean;
  theme?: string;
  without?: readonly FormEngine[];
  logins?: readonly LoginProviderId[];
  keeping?: KeptSettings;
};

/**
 * Reads and checks a whole content folder (docs/content.md). Returns all of it or all its faults, each with file
 * (relative to the folder), line (from 1) and reason; never silently a part, and never a mixture of files from before
 * and after a change: a folder that changes while it is read is read again.
 * @param options skipBroken: entries with faults are left out, with everything that refers to them; faulty places and
 * authorities are still refused, because they decide who is responsible for what; theme: the one in use (folder in
 * themes/), the others are not checked; without: engines that this installation does not run, whose forms begin
 * nothing new; logins: those of this installation, by which texts differ (by default all); keeping: its settings, which the privacy page names (by default the usual
 * ones)
 */
export function loadContent(dir: string, options: LoadOptions = {}): LoadResult {
  // A link to itself is there, and cannot be read.
  if (!lstatSync(dir, { throwIfNoEntry: false }))
    return { faults: [{ file: dir, line: 1, reason: 'there is no such folder (CONTENT_DIR)' }] };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const folder = openFolder(dir);
      const loaded = loadOnce(folder, options);
      if (folder.isAsRead()) return loaded;
    } catch (error) {
      if (!(error instanceof ContentUnreadable)) throw error;
      return { faults: [error.fault] };
    }
  }
  return { faults: [{ file: '.', line: 1, reason: CHANGING }] };
}

/** Number of readings; copying files into the folder takes longer than reading it a few times. */
const ATTEMPTS = 5;
const CHANGING = 'the folder changes while it is read: load it again when it is complete';

type LoadOptions = Partial<Omit<LoadTask, 'dir'>> & { engines?: readonly Engine[] };
type LoadResult = LoadedContent | { faults: ContentFault[] };

function loadOnce(folder: ReadFolder, options: LoadOptions): LoadResult {
  const logins = options.logins ?? loginProviderIds;
  const places = loadPlaces(folder);
  const authorities = loadAuthorities(folder);
  const names = namesIn(folder);
  const known = { ...places, ...authorities };
  const responsibilities = loadResponsibilities(folder, known);
  const services = loadServices(folder, {
    ...known,
    names,
    groups: responsibilities.groups,
    engines: options.engines ?? engines,
    logins,
  });
  const browsing = loadBrowsing(folder, names);
  const { value: laws, faults: ofLaws } = readChecked(folder, 'data-protection.json', legalBasesSchema);
  const keeping = options.keeping ?? keptSettings({});
  const kept = laws
    ? keptLists(laws.legalBases, keeping, [...services.metadata.values()])
    : { de: '', en: '' };
  const { pages, ...ofPages } = loadPages(folder, { logins, kept });
  const { theme, ...ofTheme } = loadTheme(folder, options.theme ?? DEFAULT_THEME);
  const { synonyms, ...ofSynonyms } = loadSynonyms(folder);
  const { confirmedRules, ...ofRules } = loadConfirmedRules(folder);
  const read = [
    places,
    authorities,
    responsibilities,
    services,
    browsing,
    ofPages,
    ofSynonyms,
    ofRules,
    ofTheme,
  ];
  const faults = [...read.flatMap((part) => part.faults), ...ofLaws];
  if (theme === null) return { faults };
  const leiKaIds = new Map([...services.services.values()].map(({ slug, leiKaId }) => [slug, leiKaId]));
  const { topics, lifeSituations, portals } = browsing;
  const content: Content = {
    version: folder.version(),
    areas: places.areas,
    authorities: authorities.authorities,
    services: services.services,
    metadata: without(services.metadata, options.without ?? []),
    forms: services.forms,
    topics,
    lifeSituations,
    portals,
    pages,
    frequent: browsing.frequent.flatMap((slug) => leiKaIds.get(slug) ?? []),
    synonyms,
    confirmedRules,
    theme,
  };
  // Link targets can only be checked in a complete folder.
  if (faults.length === 0) faults.push(...deadLinks(content, [...services.links, ...ofPages.links]));
  if (faults.length === 0) return { content: withOtherWays(content, logins), leftOut: [] };
  if (!options.skipBroken || !faults.every(canBeLeftOut)) return { faults };
  const rest = leaveOut(content, faults, services.groupOf);
  return { content: withOtherWays(rest, logins), leftOut: faults };
}

const without = (metadata: Content['metadata'], absent: readonly FormEngine[]): Content['metadata'] =>
  new Map(
    [...metadata].map(([id, entry]) => [
      id,
      absent.includes(entry.fmsType) ? { ...entry, isDeprecated: true } : entry,
    ]),
  );
