import { expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { type Purpose, purposes } from './kept.ts';
import { keptLists, keptTexts } from './kept-list.ts';
import { personalColumns } from './kept-page.ts';
import { type LegalBases, legalBasesSchema } from './legal-bases.ts';

const purposeNames = Object.keys(purposes) as Purpose[];
const laws = Object.fromEntries(
  Object.keys(purposes).map((purpose) => [purpose, { de: `§ 1 ${purpose}`, en: `s. 1 ${purpose}` }]),
) as LegalBases;
const settings = {
  SESSION_IDLE_MINUTES: 31,
  SESSION_ABSOLUTE_MINUTES: 450,
  MAIL_RETRY_HOURS: 47,
  REFUND_DAYS: 3651,
};
const forms = [
  { draftRetentionDays: 61, downloadRetentionDays: 14, sentRetentionDays: 366 },
  { draftRetentionDays: 29, downloadRetentionDays: 14, sentRetentionDays: 366 },
];

it.each(locales)('the privacy page says all that is kept, and nothing else (%s)', (locale) => {
  const kept = new Set(personalColumns().map(({ why, end }) => `${why}.${end}`));
  const said = purposeNames.flatMap((purpose) =>
    Object.keys(keptTexts[locale][purpose])
      .filter((end) => end !== 'for')
      .map((end) => `${purpose}.${end}`),
  );
  expect(said.sort()).toEqual([...kept].sort());
});

it('names the law, the days of the forms and the settings of the installation', () => {
  const { de, en } = keptLists(laws, settings, forms);
  for (const purpose of Object.keys(purposes))
    expect(de).toContain(`<p>Rechtsgrundlage: § 1 ${purpose}.</p>`);
  for (const figure of [
    '29 oder 61 Tage',
    '14 Tage',
    '366 Tage',
    '31 Minuten',
    '7,5 Stunden',
    '47 Stunden',
    '3.651 Tage',
  ])
    expect(de).toContain(figure);
  for (const figure of ['29 or 61 days', '7.5 hours', '3,651 days']) expect(en).toContain(figure);
  expect(de + en).not.toMatch(/\{\{|undefined|NaN/);
});

it('names no days where there are no forms', () => {
  const { de } = keptLists(laws, settings, []);
  expect(de).not.toContain(' Tage nach');
  expect(de).toContain('3.651 Tage');
});

it('is one line, so that faults of the page keep their lines', () => {
  expect(keptLists(laws, settings, forms).de).not.toContain('\n');
});

it('demands a law for each purpose, in both languages', () => {
  expect(legalBasesSchema.safeParse({ legalBases: laws }).success).toBe(true);
  for (const purpose of Object.keys(purposes)) {
    const { [purpose as keyof LegalBases]: _, ...others } = laws;
    expect(legalBasesSchema.safeParse({ legalBases: others }).success).toBe(false);
    const half = { ...laws, [purpose]: { de: '§ 1', en: ' ' } };
    expect(legalBasesSchema.safeParse({ legalBases: half }).success).toBe(false);
  }
});
