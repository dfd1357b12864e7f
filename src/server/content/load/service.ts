import * as z from 'zod';
import type { LoginProviderId } from '#domain/login.ts';
import { areaCovers } from '../places/area-keys.ts';
import type { ContentFault, KeptForm, Metadata, Responsibility, Service, SharedService } from '../types.ts';
import { feeDisagreements } from './fee-agreement.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import type { FormSource } from './form-source.ts';
import { faultAt, type JsonFile, type JsonPath, unknownFaults } from './json-file.ts';
import type { Known, KnownNames } from './known.ts';
import type { InnerLink } from './markdown.ts';
import { defined, loadMetadata } from './metadata.ts';
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
    return { ...defined(entry), areas: entry.areas, texts: read.texts };
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
  const { names } = known;
  const unknown = (
    path: JsonPath,
    list: readonly string[],
    among: Set<string>,
    fileOf: (id: string) => string,
  ) => unknownFaults(json, path, list, among, (id) => `there is no ${fileOf(id)}`);
  const strange = (path: JsonPath, areas: readonly string[] = []) =>
    unknownFaults(
      json,
      [...path, 'areas'],
      areas,
      known.areas,
      (area) => `${area} is not in places/areas.csv`,
    );
  const { topics, lifeSituations, related, responsibility, onlineLinks, localTexts, sharedService } = service;
  const groups = responsibility === undefined ? [] : [responsibility];
  const faults = [
    ...unknown(['topics'], topics, names.topics, (id) => `topics/${id}.json`),
    ...unknown(
      ['lifeSituations'],
      lifeSituations,
      names.lifeSituations,
      (id) => `life-situations/${id}.json`,
    ),
    ...unknown(['related'], related, names.services, (id) => `services/${id}`),
    ...related.flatMap((id, index) =>
      id === slug ? [faultAt(json, ['related', index], 'the service itself')] : [],
    ),
    ...groups
      .filter((group) => !names.groups.has(group))
      .map((group) => faultAt(json, ['responsibility'], `there is no responsibilities/${group}.json`)),
    ...onlineLinks.flatMap(({ areas }, index) => strange(['onlineLinks', index], areas)),
    ...localTexts.flatMap(({ areas }, index) => strange(['localTexts', index], areas)),
    ...strange(['sharedService'], sharedService?.areas),
  ];
  return [
    ...faults,
    ...responsibilityFaults(service.responsibilities ?? [], ['responsibilities'], known, json),
  ];
}
