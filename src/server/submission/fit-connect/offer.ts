import type { SealedPackage, SubmissionSchema, Wanted } from '#server/ports/delivery.ts';
import { SchemaNotOffered } from './errors.ts';
import { METADATA_VERSION } from './metadata.ts';
import type { Destination } from './schemas.ts';

type Offer = Destination['publicServices'][number]['submissionSchemas'][number];

/** Most formats that an error names. */
const MOST_NAMED = 5;

/**
 * Returns the first of the sender's formats that the destination offers for the service at this place.
 * @throws SchemaNotOffered when there is none, or when the destination reads other metadata; its message names what the
 *   destination offers, and what we have
 */
export function chosenSchema(destination: Destination, wanted: Wanted): SubmissionSchema {
  if (!readsMetadata(destination)) {
    const versions = destination.metadataVersions.slice(0, MOST_NAMED).join(', ');
    throw new SchemaNotOffered(
      `destination ${destination.destinationId} reads metadata ${versions}, but we write ${METADATA_VERSION}`,
    );
  }
  const offers = offersOf(destination, wanted);
  const chosen = wanted.schemas.find((own) => isAmong(offers, own));
  if (chosen) return chosen;
  const place = wanted.area === null ? '' : ` at ${wanted.area}`;
  throw new SchemaNotOffered(
    `destination ${destination.destinationId} offers ${named(offers)} for ${wanted.publicService.identifier}${place}, ` +
      `but we have ${named(wanted.schemas)}`,
  );
}

/** Tells whether the destination still takes what was sealed. Packages of earlier versions do not say what they are. */
export function isTaken(
  destination: Destination,
  { publicService, offer }: Pick<SealedPackage, 'publicService' | 'offer'>,
): boolean {
  if (!offer) return true;
  const offers = offersOf(destination, { publicService, area: offer.area });
  return readsMetadata(destination) && isAmong(offers, offer.schema);
}

const readsMetadata = ({ metadataVersions }: Destination): boolean =>
  metadataVersions.length === 0 || metadataVersions.includes(METADATA_VERSION);

const offersOf = (
  { publicServices }: Destination,
  { publicService, area }: Pick<Wanted, 'publicService' | 'area'>,
): Offer[] =>
  publicServices
    .filter(({ identifier, regions }) => identifier === publicService.identifier && isFor(regions, area))
    .flatMap(({ submissionSchemas }) => submissionSchemas);

/** Tells whether one of the regions (`DE`, `DE01`, `DE01002`) contains the place. */
const isFor = (regions: string[], area: string | null): boolean =>
  regions.length === 0 || area === null || regions.some((region) => `DE${area}`.startsWith(region));

const isAmong = (offers: Offer[], { schemaUri, mimeType }: SubmissionSchema): boolean =>
  offers.some((offer) => offer.schemaUri === schemaUri && offer.mimeType === mimeType);

function named(schemas: Offer[]): string {
  if (schemas.length === 0) return 'nothing';
  const words = schemas.slice(0, MOST_NAMED).map(({ schemaUri, mimeType }) => `${schemaUri} (${mimeType})`);
  const more = schemas.length - words.length;
  return more > 0 ? `${words.join(', ')} and ${more} more` : words.join(', ');
}
