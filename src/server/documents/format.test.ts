import { describe, expect, it } from 'vitest';
import { formatsOf } from './format.ts';

/** Intl separates numbers and units with non-breaking spaces. */
const plain = (text: string): string => text.replace(/\s/gu, ' ');

describe('dates, amounts and sizes in the documents', () => {
  const de = formatsOf('de');
  const en = formatsOf('en');

  it('are those of Berlin, in winter and in summer', () => {
    expect([de.date('2026-12-31T23:30:00Z'), de.time('2026-12-31T23:30:00Z')]).toEqual([
      '1. Januar 2027',
      '00:30',
    ]);
    expect(de.time('2026-07-01T12:00:00Z')).toBe('14:00');
    expect(en.date('2026-07-01T12:00:00Z')).toBe('1 July 2026');
    expect(de.exact('2026-07-01T12:00:09Z')).toBe('01.07.2026, 14:00:09');
  });

  it('are written as the language does', () => {
    expect(plain(de.amount(123_456))).toBe('1.234,56 €');
    expect(en.amount(5)).toBe('€0.05');
    expect([0, 999, 84_210, 1_234_567].map((bytes) => plain(de.size(bytes)))).toEqual([
      '0 Byte',
      '999 Byte',
      '82 KB',
      '1,2 MB',
    ]);
    expect(plain(en.size(1_234_567))).toBe('1.2 MB');
  });
});
