import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContent } from '#server/content-store/load.ts';
import {
  availableMetadata,
  isAtUnit,
  isAvailable,
  metadataByAuthorities,
  onlyPlaceOf,
  unitFor,
} from './offers.ts';
import { significantKey } from './places/area-keys.ts';
import type { Content, Metadata } from './types.ts';

const loaded = loadContent(join(import.meta.dirname, '../../../content'));
if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
const { content } = loaded;
const leiKaId = (slug: string) =>
  [...content.services.values()].find((one) => one.slug === slug)?.leiKaId ?? '';
const offered = (slug: string, ars: string, where = content) =>
  availableMetadata(where, leiKaId(slug), ars)?.metadataId ?? null;

test.each([
  ['hundesteuer', '010020000000', 'hundesteuer-kiel'],
  ['hundesteuer', '01002', 'hundesteuer-kiel'],
  ['hundesteuer', '010585822157', 'hundesteuer-amt-daenischenhagen'],
  ['hundesteuer', '010585833136', null],
  ['hundesteuer', '010510044044', null],
  ['bewohnerparkausweis', '010585822157', null],
  ['wohngeld', '010580043043', 'wohngeld-eckernfoerde'],
  ['wohngeld', '010580135135', 'wohngeld-kreis-rendsburg-eckernfoerde'],
  ['wohngeld', '010585822157', 'wohngeld-kreis-rendsburg-eckernfoerde'],
  ['wohngeld', '010550012012', 'wohngeld-kreis-ostholstein'],
  ['wohngeld', '010620001001', null],
  ['wohngeld', '01058', 'wohngeld-kreis-rendsburg-eckernfoerde'],
  ['wohngeld', '01', null],
  ['fischereischein', '010550046046', 'fischereischein-fehmarn'],
])('%s at %s: %s', (slug, ars, expected) => {
  expect(offered(slug, ars)).toBe(expected);
});

describe('every form at every place', () => {
  const municipalities = [...content.areas.keys()].filter((ars) => ars.length === 12);
  const reversed: Content = { ...content, metadata: new Map([...content.metadata].reverse()) };

  test.each([...content.forms.keys()])('%s', (slug) => {
    const found = municipalities.map((ars) => offered(slug, ars));
    expect(found).toContain(null);
    expect(new Set(found).size).toBeGreaterThan(5);
    // The order of the files makes no difference.
    expect(municipalities.map((ars) => offered(slug, ars, reversed))).toEqual(found);
  });

  test('no offer that covers the place is more specific than the one that is found', () => {
    for (const { slug, leiKaId } of content.services.values()) {
      for (const ars of municipalities) {
        const best = availableMetadata(content, leiKaId, ars);
        const lengths = [...content.metadata.values()]
          .filter((offer) => offer.fmsFormId === slug)
          .flatMap((offer) => offer.areas.map(significantKey))
          .filter((area) => significantKey(ars).startsWith(area))
          .map((area) => area.length);
        const longest = lengths.length > 0 ? Math.max(...lengths) : 0;
        const own = best?.areas.map(significantKey).filter((area) => ars.startsWith(area)) ?? [];
        expect(Math.max(0, ...own.map((area) => area.length)), `${slug} ${ars}`).toBe(longest);
      }
    }
  });
});

test('state-wide offers reach every place and lose against every narrower one', () => {
  const kiel = content.metadata.get('fischereischein-kiel') as Metadata;
  const stateWide: Metadata = { ...kiel, metadataId: 'fischereischein-land', areas: ['01'] };
  const wider: Content = {
    ...content,
    metadata: new Map([...content.metadata, ['fischereischein-land', stateWide]]),
  };
  expect(offered('fischereischein', '010510044044', wider)).toBe('fischereischein-land');
  expect(offered('fischereischein', '010020000000', wider)).toBe('fischereischein-kiel');
});

test('a deprecated form is offered nowhere any more', () => {
  const kiel: Metadata = { ...(content.metadata.get('hundesteuer-kiel') as Metadata), isDeprecated: true };
  const later: Content = { ...content, metadata: new Map([...content.metadata, ['hundesteuer-kiel', kiel]]) };
  expect(offered('hundesteuer', '010020000000', later)).toBeNull();
  expect(isAvailable(kiel)).toBe(false);
  expect(metadataByAuthorities(later, kiel.leiKaId, ['kiel'])).toEqual([]);
});

test('forms of several authorities come in the asked order, unknown ones are left out', () => {
  const ids = metadataByAuthorities(content, leiKaId('wohngeld'), [
    'luebeck',
    'nowhere',
    'kiel',
    'luebeck',
    'heide',
  ]);
  expect(ids.map(({ metadataId }) => metadataId)).toEqual(['wohngeld-luebeck', 'wohngeld-kiel']);
});

test('an authority that names its unit answers for no other, one that names none for each', () => {
  const metadata = content.metadata.get('hundesteuer-kiel') as Metadata;
  const at = (responsibleDataProcessingUnitId: string) => ({
    ...metadata,
    authority: { ...metadata.authority, responsibleDataProcessingUnitId },
  });
  expect([isAtUnit(at('a'), 'a'), isAtUnit(at('a'), 'b'), isAtUnit(at('a'), undefined)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isAtUnit(metadata, 'b'), isAtUnit(metadata, undefined)]).toEqual([true, true]);
  expect([unitFor(at('a'), 'b'), unitFor(metadata, 'b'), unitFor(metadata, undefined)]).toEqual([
    'a',
    'b',
    null,
  ]);
});

test('a form that is offered in one municipality has a place of its own', () => {
  const place = (id: string) => onlyPlaceOf(content, content.metadata.get(id) as Metadata);
  expect(place('hundesteuer-kiel')).toBe('010020000000');
  expect(place('hundesteuer-amt-daenischenhagen')).toBeNull();
  const nowhere = { ...(content.metadata.get('hundesteuer-kiel') as Metadata), areas: ['099'] };
  expect(onlyPlaceOf(content, nowhere)).toBeNull();
});
