import * as z from 'zod';
import { EID_SCOPES, type EidScope } from './eid-scopes.ts';
import type { Claims } from './oidc-profile.ts';
import { textOf } from './text-of.ts';

const part = z.unknown().optional().transform(textOf);
/** A place as BSI TR-03130 has it (GeneralPlaceType), any part of which may be missing; `City` alone is a place of birth. */
const structured = z.object({ Street: part, City: part, State: part, Country: part, ZipCode: part });
export type CardPlace = z.infer<typeof structured> & { free: string };

const NOWHERE: CardPlace = { Street: '', City: '', State: '', Country: '', ZipCode: '', free: '' };

export type CardAttributes = {
  /** By scope, as words; empty ones are left out. */
  texts: Partial<Record<EidScope, string>>;
  residence: CardPlace;
  birth: CardPlace;
};

/** The fields of a card from the claims, in Unicode's composed form (DIN 91379). */
export function readAttributes(claims: Claims): CardAttributes {
  const residence = placeOf(claims.PlaceOfResidence);
  const birth = placeOf(claims.PlaceOfBirth);
  const texts = EID_SCOPES.flatMap((name) => {
    const text = wordsOf(name, claims[name], { residence, birth });
    return text === '' ? [] : [[name, text] as const];
  });
  return { texts: Object.fromEntries(texts), residence, birth };
}

function wordsOf(
  name: EidScope,
  value: unknown,
  places: Pick<CardAttributes, 'residence' | 'birth'>,
): string {
  switch (name) {
    case 'PlaceOfResidence':
      return inWords(places.residence);
    case 'PlaceOfBirth':
      return inWords(places.birth);
    case 'DateOfBirth':
      return textOf(value) || textOf((value as { DateString?: unknown } | null | undefined)?.DateString);
    default:
      return textOf(value);
  }
}

function placeOf(value: unknown): CardPlace {
  if (typeof value === 'string') return { ...NOWHERE, free: textOf(value) };
  const place = (value ?? {}) as { StructuredPlace?: unknown; FreetextPlace?: unknown };
  const free = textOf(place.FreetextPlace);
  const parts = structured.safeParse(place.StructuredPlace ?? value).data;
  return { ...NOWHERE, ...parts, free };
}

const inWords = ({ Street, ZipCode, City, State, Country, free }: CardPlace): string =>
  free || [Street, `${ZipCode} ${City}`.trim(), State, Country].filter(Boolean).join(', ');
