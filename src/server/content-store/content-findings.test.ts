import { expect, test } from 'vitest';
import { demonstration } from '#server/search/testing/content.ts';
import { contentFindings } from './content-findings.ts';

test('words of other languages for a service that is not there are a finding, and no fault', () => {
  const { content, synonyms } = demonstration();
  expect(contentFindings(content)).toEqual([]);
  const foreign = [{ lang: 'tr', note: 'Almanca', services: { reisepass: ['pasaport'], reisepas: ['pas'] } }];
  expect(contentFindings({ ...content, synonyms: { ...synonyms, foreign } })).toEqual([
    'search/foreign-words.json: tr: there is no services/reisepas',
  ]);
});

test('an authority without hours that a form could keep appointments to is a finding', () => {
  const { content } = demonstration();
  const offer = content.metadata.get('meldebescheinigung-kiel')!;
  const { opens: _, ...inWords } = offer.authority;
  const metadata = new Map(content.metadata).set(offer.metadataId, { ...offer, authority: inWords });
  expect(contentFindings({ ...content, metadata })).toEqual([
    'services/meldebescheinigung: appointments are possible at any time, because authorities/kiel.json has no openingHours such as "Mo-Fr 08:00-12:00"',
  ]);
});

test('a way to an authority for a service that is not there is a finding', () => {
  const { content } = demonstration();
  const kiel = content.authorities.get('kiel')!;
  const contactBox = {
    telephones: [{ for: ['hundesteuer', 'hundestuer'] as [string, ...string[]], number: '1' }],
  };
  const authorities = new Map(content.authorities).set('kiel', { ...kiel, contactBox });
  expect(contentFindings({ ...content, authorities })).toEqual([
    'authorities/kiel.json: contactBox: there is no services/hundestuer',
  ]);
});
