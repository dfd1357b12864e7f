import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GivenStatement } from '#contract/process-calls.ts';
import { locales } from '#domain/locale.ts';
import { type StatementId, statementIds, statementVersions } from '#domain/statement.ts';
import type { Metadata } from '#server/content/types.ts';
import { statedNow, statementsOf } from './statements.ts';

const authority = { name: { de: 'Stadt Kiel $&', en: 'City of Kiel' } } as Metadata['authority'];
const byLaw = { authority, processingBasis: 'law' } as const;
const byConsent = { authority, processingBasis: 'consent' } as const;
const at = new Date('2026-11-20T16:04:09Z');
const all: readonly GivenStatement[] = statementIds.map((id) => ({ id, version: statementVersions[id] }));
const [correctness, consent, acknowledgement] = all as [GivenStatement, GivenStatement, GivenStatement];

/**
 * Each wording that was ever asked for, as SHA-256 of the text in both languages. A changed text needs a line here,
 * with the next version, which distinguishes the wordings that people have confirmed.
 */
const WORDINGS: Record<StatementId, Record<number, string>> = {
  correctness: { 1: '2c59a27f19029df521fe57b7e83ec4ed9f6ea107fb7cb6459b246ad9f6f2c65c' },
  consent: { 1: '4072243f4d928a66f540ad8d30c7919a8fd00f23fd77f50637b1136040f08d52' },
  acknowledgement: { 1: 'e0ecab0a6227a94994abaa4df08c233deb8446038daa3ef162bd2d1c8808cb67' },
};

describe('what a person states', () => {
  it.each(statementIds)('has another version with another wording: %s', (id) => {
    const texts = locales.map((locale) => {
      const file = JSON.parse(readFileSync(`locales/${locale}/statements.json`, 'utf8'));
      return file[id].text;
    });
    const version = statementVersions[id];
    expect(createHash('sha256').update(texts.join('\n')).digest('hex')).toBe(WORDINGS[id][version]);
    expect(Math.max(...Object.keys(WORDINGS[id]).map(Number)), 'the newest').toBe(version);
  });

  it('is that it is correct, and nothing of consent where the law is the basis', () => {
    expect(statementsOf(byLaw, 'de')).toEqual([
      {
        id: 'correctness',
        version: statementVersions.correctness,
        text: 'Ich bestätige, dass meine Angaben richtig und vollständig sind.',
        missing: 'Bitte bestätigen Sie, dass Ihre Angaben richtig und vollständig sind.',
      },
    ]);
  });

  it('is consent to this authority, and what was read for it, where consent is the basis', () => {
    expect(statementsOf(byConsent, 'en').map(({ id }) => id)).toEqual(statementIds);
    expect(statementsOf(byConsent, 'de')[1]?.text).toContain(
      'an diese Behörde übermittelt und dort verarbeitet werden: Stadt Kiel $&. Meine',
    );
  });

  it('is kept word by word, with its version, its language and the time', () => {
    expect(statedNow(byConsent, { given: all.toReversed(), lang: 'en', at })).toEqual(
      statementsOf(byConsent, 'en').map(({ id, version, text }) => ({
        id,
        version,
        lang: 'en',
        text,
        at: '2026-11-20T16:04:09.000Z',
      })),
    );
  });

  it.each<[string, typeof byLaw | typeof byConsent, GivenStatement[], [string, string][]]>([
    ['nothing is stated', byLaw, [], [['correctness', 'missing']]],
    ['the consent is missing', byConsent, [correctness, acknowledgement], [['consent', 'missing']]],
    [
      'nothing but the consent is stated',
      byConsent,
      [consent],
      [
        ['correctness', 'missing'],
        ['acknowledgement', 'missing'],
      ],
    ],
    [
      'an older wording was read',
      byConsent,
      [correctness, { ...consent, version: consent.version - 1 }, acknowledgement],
      [['consent', 'outdated']],
    ],
    [
      'a wording is stated that does not exist yet',
      byLaw,
      [{ ...correctness, version: correctness.version + 1 }],
      [['correctness', 'outdated']],
    ],
    [
      'consent is given where nobody asks for it',
      byLaw,
      [correctness, consent],
      [['consent', 'not asked for']],
    ],
    [
      'it is no statement at all',
      byLaw,
      [correctness, { id: 'toString', version: 1 }],
      [['toString', 'not asked for']],
    ],
    ['it is given twice', byLaw, [correctness, correctness], [['correctness', 'given twice']]],
  ])('is refused when %s', (_, metadata, given, faults) => {
    const fields = faults.map(([name, reason]) => ({ name, reason }));
    expect(() => statedNow(metadata, { given, lang: 'de', at })).toThrow(
      expect.objectContaining({ code: 'statement-missing', details: { fields } }),
    );
  });
});
