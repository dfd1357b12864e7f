import { locales } from '#domain/locale.ts';
import type { ContentFault, Cost, Metadata, Service } from '../types.ts';
import { amountsInText } from './amounts-in-text.ts';
import { faultAt, type JsonFile, type JsonPath } from './json-file.ts';

/**
 * Finds fees that differ from the page of the service: from its costs, and from its text about them where that names
 * amounts. This catches an amount in euros instead of cents (`25` next to "25,00 €") before anybody pays it.
 * @param offers in the order of the file
 */
export function feeDisagreements(
  offers: Metadata[],
  { costs, texts }: Pick<Service, 'costs' | 'texts'>,
  json: JsonFile,
): ContentFault[] {
  const told = new Set<string>();
  return offers.flatMap((offer, index) =>
    (offer.isDeprecated ? [] : chargedBy(offer)).flatMap((cents) => {
      const reasons = [
        !isFreeOfCosts(costs, cents) &&
          !costs.some((cost) => covers(cost, cents)) &&
          'the costs of service.json do not have it',
        ...locales.map((locale) => {
          const named = amountsInText(texts.cost?.[locale] ?? '', locale);
          const isNamed = named.length === 0 || between(cents, named);
          return !isNamed && `texts.${locale}.md names other amounts`;
        }),
      ].filter((reason) => reason !== false);
      return reasons.flatMap((reason) => {
        const said = `${euros(cents)} are charged, but ${reason}`;
        if (told.has(said)) return [];
        told.add(said);
        return [faultAt(json, pathOf(offer, index, json), said)];
      });
    }),
  );
}

/** The amounts that the page must show: a fixed one, all of a few, the ends of a range, the price of one. */
function chargedBy({ feeType, feeAmount, feeFigures }: Metadata): number[] {
  if (feeType === 'FREE') return [0];
  if (feeAmount !== null) return [feeAmount];
  switch (feeFigures?.kind) {
    case 'amounts':
      return feeFigures.amounts;
    case 'range':
      return [feeFigures.from, feeFigures.to];
    case 'each':
      return [feeFigures.amount];
    default:
      return [];
  }
}

/** A service that costs nothing may omit its costs. */
const isFreeOfCosts = (costs: Cost[], cents: number): boolean => costs.length === 0 && cents === 0;

function covers(cost: Cost, cents: number): boolean {
  if (cost.kind === 'FREE') return cents === 0;
  if (cost.kind === 'FIXED') return cost.amount === cents;
  return (cost.from ?? 0) <= cents && cents <= (cost.to ?? Number.POSITIVE_INFINITY);
}

/** An amount of 0 need not be named. */
const between = (cents: number, named: number[]): boolean =>
  cents === 0 || named.includes(cents) || (Math.min(...named) < cents && cents < Math.max(...named));

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} euros`;

/** Path of the offer's own amount, rule or field, otherwise path of the settings. */
function pathOf({ feeRule, feeField }: Metadata, index: number, json: JsonFile): JsonPath {
  const key = feeRule !== undefined ? 'feeRule' : feeField !== undefined ? 'feeField' : 'feeAmount';
  const { offers } = json.value as { offers: object[] };
  return key in (offers[index] ?? {}) ? ['offers', index, key] : [key];
}
