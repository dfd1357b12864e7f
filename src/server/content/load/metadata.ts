import { admitsNobody } from '#domain/admission.ts';
import type { Localised } from '#domain/locale.ts';
import { levelNeeded } from '#domain/login-ways.ts';
import { authorityFor } from '../contact-box.ts';
import { significantKey } from '../places/area-keys.ts';
import {
  type Authority,
  type ContentFault,
  type KeptForm,
  type Metadata,
  type Recipient,
  recipientKeys,
} from '../types.ts';
import { loadDataSchemas } from './data-schemas.ts';
import { feeOf, feeSettingFaults } from './fees.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import type { FormSource } from './form-source.ts';
import { faultAt, type JsonFile, type JsonPath } from './json-file.ts';
import type { Known } from './known.ts';
import { metadataSchema, type Offer, type Settings } from './schemas.ts';

/**
 * Reads the metadata of a service: its settings, and one offer per authority that may override them. `metadataId` is
 * `<slug>-<authority id>`.
 */
export function loadMetadata(
  folder: ContentFolder,
  service: { slug: string; leiKaId: string; engine: FormSource; form?: KeptForm | undefined },
  known: Known,
): { json?: JsonFile; metadata: Metadata[]; faults: ContentFault[] } {
  const { slug, leiKaId, engine, form } = service;
  const read = readChecked(folder, `services/${slug}/metadata.json`, metadataSchema);
  if (!read.value) return { metadata: [], faults: read.faults };
  const { json } = read;
  const { offers, submissionSchemas = [], ...settings } = read.value;
  const schemas = loadDataSchemas(folder, slug, submissionSchemas, { engine, form, json });
  const ownFaults = settingsFaults(settings, [], json);
  const faults = [
    ...ownFaults,
    ...referenceFaults(offers, known, json),
    ...otherWayFaults(folder, slug, read.value, json),
    ...schemas.faults,
  ];
  const metadata: Metadata[] = [];
  const feeFaults: ContentFault[] = [];
  for (const [index, { authority: authorityId, areas, ...overrides }] of offers.entries()) {
    const merged = { ...settings, ...defined(overrides) };
    // Faults of the settings themselves are not reported again for each offer.
    if (ownFaults.length === 0) faults.push(...settingsFaults(merged, ['offers', index], json));
    for (const { key, reason } of form ? engine.settingsFaults(form, merged) : []) {
      faults.push(faultAt(json, ['offers', index, key], reason));
    }
    const authority = known.authorities.get(authorityId);
    if (authority && !isRecipient(authority)) {
      const lacking = recipientKeys.filter((key) => authority[key] === undefined).join(', ');
      const reason = `authorities/${authorityId}.json has no ${lacking}, which whoever receives applications needs`;
      faults.push(faultAt(json, ['offers', index, 'authority'], reason));
    } else if (authority) {
      const { arrival, ...offerSettings } = merged;
      const offered: Metadata = {
        ...offerSettings,
        afterwards: inOneText(merged.afterwards, arrival),
        metadataId: `${slug}-${authorityId}`,
        leiKaId,
        fmsFormId: slug,
        authority: authorityFor(authority, slug),
        areas,
      };
      const fee = feeOf(offered, { engine, form, areas: known.areas }, feePath(overrides, index), json);
      feeFaults.push(...fee.faults);
      const takesNothing = form !== undefined && engine.fillsFromAccount?.(form) === false;
      metadata.push({
        ...offered,
        ...(fee.figures && { feeFigures: fee.figures }),
        ...(takesNothing && { unfilled: true }),
        ...(schemas.kept.length > 0 && { dataSchemas: schemas.kept }),
      });
    }
  }
  // Fee faults of the settings are the same for all offers without settings of their own.
  return { json, metadata, faults: [...faults, ...withoutRepetition(feeFaults)] };
}

/** Returns two texts as one: whoever reads what happens next also reads how the result arrives. */
const inOneText = (first: Localised, second: Localised): Localised => ({
  de: `${first.de} ${second.de}`,
  en: `${first.en} ${second.en}`,
});

/** Path of the fee settings: in the offer, if the offer sets anything about its fee. */
const feePath = ({ feeType, feeRule, feeField }: Partial<Settings>, index: number): JsonPath =>
  feeType === undefined && feeRule === undefined && feeField === undefined ? [] : ['offers', index];

const withoutRepetition = (faults: ContentFault[]): ContentFault[] => [
  ...new Map(faults.map((fault) => [`${fault.line} ${fault.reason}`, fault])).values(),
];

const isRecipient = (authority: Authority): authority is Recipient =>
  recipientKeys.every((key) => authority[key] !== undefined);

function settingsFaults(settings: Settings, path: JsonPath, json: JsonFile): ContentFault[] {
  const { mode, idpIds, trustLevel, identificationType } = settings;
  const faults = feeSettingFaults(settings, path, json);
  const say = (key: keyof Settings, reason: string) => faults.push(faultAt(json, [...path, key], reason));
  if ((mode === 'start' || mode === 'start_and_complete') && idpIds.includes('anon')) {
    say('idpIds', `with the mode ${mode} nobody can start without an account ("anon")`);
  }
  if (mode === 'none' && trustLevel !== 'low') {
    say('trustLevel', `with the mode none nobody has to log in, so the trust level cannot be ${trustLevel}`);
  }
  if (identificationType === 'eid' && trustLevel !== 'high') {
    say('trustLevel', 'the online ID card (identificationType eid) is known by the trust level high alone');
  }
  if (mode === 'none' && !idpIds.includes('anon')) {
    say('idpIds', 'with the mode none nobody has to log in, so "anon" is one of the logins');
  } else if (admitsNobody(settings)) {
    const needed = levelNeeded(settings);
    say(
      'idpIds',
      `nobody can send this form: none of ${idpIds.join(', ')} is a login that reaches the level ${needed}`,
    );
  }
  return faults;
}

function referenceFaults(offers: Offer[], known: Known, json: JsonFile): ContentFault[] {
  const faults: ContentFault[] = [];
  const authorities = new Set<string>();
  const areas = new Set<string>();
  for (const [index, offer] of offers.entries()) {
    const say = (path: JsonPath, reason: string) => {
      faults.push(faultAt(json, ['offers', index, ...path], reason));
    };
    if (!known.authorityIds.has(offer.authority)) {
      say(['authority'], `there is no authorities/${offer.authority}.json`);
    }
    if (authorities.has(offer.authority)) say(['authority'], `${offer.authority} has an offer already`);
    authorities.add(offer.authority);
    for (const [position, area] of offer.areas.entries()) {
      if (!known.areas.has(area)) say(['areas', position], `${area} is not in places/areas.csv`);
      if (areas.has(significantKey(area))) say(['areas', position], `${area} has an offer already`);
      areas.add(significantKey(area));
    }
  }
  return faults;
}

/** Returns the faults of the other ways to the same, of all offers and of each: another service with an application. */
function otherWayFaults(
  folder: ContentFolder,
  slug: string,
  { otherWay, offers }: { otherWay?: Settings['otherWay']; offers: Offer[] },
  json: JsonFile,
): ContentFault[] {
  const ways = [
    { path: [] as JsonPath, way: otherWay },
    ...offers.map((offer, index) => ({ path: ['offers', index], way: offer.otherWay })),
  ];
  return ways.flatMap(({ path, way }) => {
    if (way === undefined) return [];
    const at = [...path, 'otherWay', 'service'];
    if (way.service === slug) return [faultAt(json, at, 'the service itself')];
    if (folder.has(`services/${way.service}/metadata.json`)) return [];
    return [faultAt(json, at, `services/${way.service} has no application`)];
  });
}

/** Leaves out settings that are undefined. */
export function defined<T extends object>(overrides: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
