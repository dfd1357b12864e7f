import { describe, expect, it } from 'vitest';
import { SchemaNotOffered } from './errors.ts';
import type { ActiveDestination } from './keys.ts';
import { chosenSchema, isTaken } from './offer.ts';

const json = { schemaUri: 'urn:example:form:1', mimeType: 'application/json' } as const;
const xml = { schemaUri: 'urn:example:form:1', mimeType: 'application/xml' } as const;
const publicService = { identifier: 'urn:de:fim:leika:leistung:99102013104000', name: 'Hundesteuer' };
const wanted = { destinationId: 'authority', publicService, area: '010020000000', schemas: [json] };

const destination = (
  offers: Partial<ActiveDestination['publicServices'][number]> = {},
  rest: Partial<ActiveDestination> = {},
): ActiveDestination => ({
  destinationId: 'authority',
  status: 'active',
  encryptionKid: 'key-1',
  metadataVersions: ['2.0.0', '2.1.0'],
  publicServices: [
    { identifier: publicService.identifier, regions: ['DE'], submissionSchemas: [json], ...offers },
  ],
  ...rest,
});
const reasonOf = (from: ActiveDestination, asked: Parameters<typeof chosenSchema>[1] = wanted): string => {
  try {
    chosenSchema(from, asked);
  } catch (error) {
    if (error instanceof SchemaNotOffered) return error.message;
    throw error;
  }
  return 'taken';
};

describe('the format of a delivery', () => {
  it('is the first of ours that the destination offers', () => {
    const both = { ...wanted, schemas: [json, xml] };
    expect(chosenSchema(destination({ submissionSchemas: [xml, json] }), both)).toBe(json);
    expect(chosenSchema(destination({ submissionSchemas: [xml] }), both)).toBe(xml);
  });

  it('is offered as exactly this address and this type', () => {
    const other = [{ ...json, schemaUri: 'urn:example:form:1.1' }];
    expect(reasonOf(destination({ submissionSchemas: other }))).toContain('offers urn:example:form:1.1');
    expect(reasonOf(destination({ submissionSchemas: [xml] }))).toContain(
      'offers urn:example:form:1 (application/xml) for urn:de:fim:leika:leistung:99102013104000 at 010020000000, ' +
        'but we have urn:example:form:1 (application/json)',
    );
  });

  it('is offered for the service itself, not for another one of the destination', () => {
    expect(reasonOf(destination({ identifier: 'urn:de:fim:leika:leistung:99102013104001' }))).toContain(
      'offers nothing for',
    );
    expect(reasonOf(destination({}, { publicServices: [] }))).toContain('offers nothing for');
  });

  it.each([
    [[], 'taken'],
    [['DE'], 'taken'],
    [['DE09', 'DE01'], 'taken'],
    [['DE01002'], 'taken'],
    [['DE01003'], 'nothing'],
    [['DE09'], 'nothing'],
  ])('is offered in the regions %j: %s', (regions, expected) => {
    expect(reasonOf(destination({ regions }))).toContain(expected);
  });

  it('is for no place where the sender knows none', () => {
    expect(reasonOf(destination({ regions: ['DE09'] }), { ...wanted, area: null })).toBe('taken');
  });

  it('needs a destination that reads our metadata, or does not say what it reads', () => {
    expect(reasonOf(destination({}, { metadataVersions: ['3.0.0'] }))).toContain('reads metadata 3.0.0');
    expect(reasonOf(destination({}, { metadataVersions: [] }))).toBe('taken');
  });

  it('that is not offered is told without a flood of others', () => {
    const submissionSchemas = Array.from({ length: 700 }, (_, index) => ({
      ...json,
      schemaUri: `urn:example:other:${index}`,
    }));
    expect(reasonOf(destination({ submissionSchemas }))).toMatch(
      /other:4 \(application\/json\) and 695 more for/,
    );
  });
});

describe('a sealed package', () => {
  const offer = { area: wanted.area, schema: json };
  it.each([
    ['offers its format', destination(), true],
    ['offers another one', destination({ submissionSchemas: [xml] }), false],
    ['offers it elsewhere', destination({ regions: ['DE09'] }), false],
    ['reads other metadata', destination({}, { metadataVersions: ['3.0.0'] }), false],
  ])('of a destination that %s: %o', (_what, from, expected) => {
    expect(isTaken(from, { publicService, offer })).toBe(expected);
  });

  it('of an earlier version does not say what it is', () => {
    expect(isTaken(destination({}, { publicServices: [] }), { publicService })).toBe(true);
  });
});
