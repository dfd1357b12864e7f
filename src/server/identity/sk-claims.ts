import type { Claims } from './oidc-profile.ts';
import type { SkClaim } from './sk-scopes.ts';
import { textOf } from './text-of.ts';

/** The claim `address` (OpenID Connect, 5.1.1); lines of a street become one. */
export type SkAddress = Record<'street_address' | 'locality' | 'region' | 'postal_code' | 'country', string>;
export type SkTexts = Partial<Record<SkClaim, string>>;

/** Returns the claims as words, by name, without empty ones. */
export function readSkClaims(
  claims: Claims,
  names: readonly SkClaim[],
): { texts: SkTexts; address: SkAddress } {
  const address = addressOf(claims.address);
  const texts = names.flatMap((name) => {
    const text = wordsOf(name, claims[name], address);
    return text === '' ? [] : [[name, text] as const];
  });
  return { texts: Object.fromEntries(texts), address };
}

function wordsOf(name: SkClaim, value: unknown, address: SkAddress): string {
  switch (name) {
    case 'address': {
      const { street_address, postal_code, locality, region, country } = address;
      return [street_address, `${postal_code} ${locality}`.trim(), region, country]
        .filter(Boolean)
        .join(', ');
    }
    case 'place_of_birth':
      return textOf(value) || textOf(memberOf(value, 'locality'));
    case 'nationalities':
      return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(' ') : textOf(value);
    default:
      return textOf(value);
  }
}

function addressOf(value: unknown): SkAddress {
  const part = (name: string) => textOf(memberOf(value, name)).replaceAll(/\s*\r?\n\s*/g, ', ');
  return {
    street_address: part('street_address'),
    locality: part('locality'),
    region: part('region'),
    postal_code: part('postal_code'),
    country: part('country'),
  };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
