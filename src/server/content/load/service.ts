import * as z from 'zod';
import type { LoginProviderId } from '#domain/login.ts';
import { areaCovers } from '../places/area-keys.ts';
import type { ContentFault, KeptForm, Metadata, Responsibility, Service, SharedService } from '../types.ts';
import { feeDisagreements } from './fee-agreement.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import type { FormSource } from './form-source.ts';
import { faultAt, type JsonFile, type JsonPath } from './json-file.ts';
import type { Known, KnownNames } from './known.ts';
import type { InnerLink } from './markdown.ts';
import { loadMetadata } from './metadata.ts';
import { disagreements } from './offer-agreement.ts';
import { responsibilityFaults } from './responsibilities.ts';
import { type ServiceFile, serviceSchema } from './service-schema.ts';
import { loadTexts } from './texts.ts';

export type LoadedService = {
  service?: { value: Service; json: JsonFile };
  /** The responsibility group that the service names. */
  group?: string | undefined;
  metadata: Metadata[];
  form?: KeptForm | undefined;
  links: InnerLink[];
  faults: ContentFault[];
};
export type ServiceSurroundings = Known & {
  names: KnownNames;
  groups: Map<string, Responsibility[]>;
  engines: readonly FormSource[];
  /** Logins of this installation. */
  logins: readonly LoginProviderId[];
};

/** Reads the folder of a service. One with neither metadata nor form is information only. */
export function loadService(folder: ContentFolder, slug: string, known: ServiceSurroundings): LoadedService {
  const fileOf = (name: string) => `services/${slug}/${name}`;
  const read = readChecked(folder, fileOf('service.json'), serviceSchema);
  const { texts, links, faults: textFaults } = loadTexts(folder, `services/${slug}`, known.logins);
  const formFiles = known.engines.flatMap(({ files }) => files);
  const isOnline = ['metadata.json', ...formFiles].some((name) => folder.has(fileOf(name)));
  const engine = engineOf(folder, slug, known.engines);
  const { form, faults: formFaults } = isOnline ? engine.load(folder, slug) : { form: undefined, faults: [] };
  const leiKaId = read.value?.leiKaId ?? '';
  const offers = isOnline
    ? loadMetadata(folder, { slug, leiKaId, engine, form }, known)
    : { json: undefined, metadata: [], faults: [] };
  const strays = formFiles.filter((name) => !engine.files.includes(name) && folder.has(fileOf(name)));
  const faults = [
    ...read.faults,
    ...textFaults,
    ...offers.faults,
    ...formFaults,
    ...strays.map((name) => ({
      file: fileOf(name),
      line: 1,
      reason: `this is no file of a ${engine.fmsType} form, which metadata.json says this is (fmsType)`,
    })),
  ];
  if (!read.value) return { metadata: offers.metadata, form, links, faults };

  const { responsibility, responsibilities: own, processingTime, localTexts, ...rest } = read.value;
  const local = localTexts.map(({ id, ...entry }) => {
    const read = loadTexts(folder, `services/${slug}/local/${id}`, known.logins);
    links.push(...read.links);
    faults.push(...read.faults);
    return { ...withoutUndefined(entry), areas: entry.areas, texts: read.texts };
  });
  const responsibilities = own ?? known.groups.get(responsibility ?? '') ?? [];
  const value: Service = {
    slug,
    ...rest,
    texts,
    localTexts: local,
    responsibilities,
    ...(processingTime && { processingTime }),
  };
  faults.push(...referenceFaults(slug, read.value, known, read.json));
  // Faults in a group or in offers are not reported again as a disagreement.
  const canAgree = own || known.groups.has(responsibility ?? '');
  if (offers.json && offers.faults.length === 0 && canAgree) {
    faults.push(...disagreements(offers.metadata, responsibilities, offers.json));
  }
  if (offers.json && rest.sharedService) {
    faults.push(...sharedFaults(offers.metadata, rest.sharedService, read.json));
  }
  if (offers.json && offers.faults.length === 0) {
    faults.push(...feeDisagreements(offers.metadata, value, offers.json));
  }
  return {
    service: { value, json: read.json },
    group: responsibility,
    metadata: offers.metadata,
    form,
    links,
    faults,
  };
}

/** Leaves out figures that are undefined. */
const withoutUndefined = <T extends object>(entry: T) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Returns the engine that the metadata name. Where they name none, loading the metadata reports that. */
function engineOf(folder: ContentFolder, slug: string, engines: readonly FormSource[]): FormSource {
  const { value } = readChecked(
    folder,
    `services/${slug}/metadata.json`,
    z.looseObject({ fmsType: z.string() }),
  );
  return engines.find(({ fmsType }) => fmsType === value?.fmsType) ?? engines[0]!;
}

/** Refuses a form where another portal runs the service: nobody could tell which of the two counts. */
function sharedFaults(offers: Metadata[], { areas }: SharedService, json: JsonFile): ContentFault[] {
  const isBoth = (offered: string) =>
    !areas || areas.some((shared) => areaCovers(shared, offered) || areaCovers(offered, shared));
  const own = offers.filter(({ isDeprecated }) => !isDeprecated).flatMap((offer) => offer.areas);
  return own
    .filter(isBoth)
    .map((area) => faultAt(json, ['sharedService'], `${area} has a form of this portal, too`));
}

function referenceFaults(
  slug: string,
  service: ServiceFile,
  known: ServiceSurroundings,
  json: JsonFile,
): ContentFault[] {
  const faults: ContentFault[] = [];
  const say = (path: JsonPath, reason: string) => faults.push(faultAt(json, path, reason));
  const { names } = known;
  for (const [index, id] of service.topics.entries()) {
    if (!names.topics.has(id)) say(['topics', index], `there is no topics/${id}.json`);
  }
  for (const [index, id] of service.lifeSituations.entries()) {
    if (!names.lifeSituations.has(id))
      say(['lifeSituations', index], `there is no life-situations/${id}.json`);
  }
  for (const [index, id] of service.related.entries()) {
    if (!names.services.has(id)) say(['related', index], `there is no services/${id}`);
    if (id === slug) say(['related', index], 'the service itself');
  }
  if (service.responsibility && !names.groups.has(service.responsibility)) {
    say(['responsibility'], `there is no responsibilities/${service.responsibility}.json`);
  }
  for (const [index, { areas = [] }] of service.onlineLinks.entries()) {
    for (const [position, area] of areas.entries()) {
      if (known.areas.has(area)) continue;
      say(['onlineLinks', index, 'areas', position], `${area} is not in places/areas.csv`);
    }
  }
  for (const [index, { areas }] of service.localTexts.entries()) {
    for (const [position, area] of areas.entries()) {
      if (known.areas.has(area)) continue;
      say(['localTexts', index, 'areas', position], `${area} is not in places/areas.csv`);
    }
  }
  for (const [position, area] of (service.sharedService?.areas ?? []).entries()) {
    if (known.areas.has(area)) continue;
    say(['sharedService', 'areas', position], `${area} is not in places/areas.csv`);
  }
  return [
    ...faults,
    ...responsibilityFaults(service.responsibilities ?? [], ['responsibilities'], known, json),
  ];
}
