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
