import { describe, expect, it } from 'vitest';
import de from '#locales/de/documents.json' with { type: 'json' };
import en from '#locales/en/documents.json' with { type: 'json' };
import { otherOutcomes } from '#machines/submission/submission.types.ts';
import { OTHER_ENDS } from './receipt.ts';
import { isTextKey, textsOf } from './texts.ts';

const flat = (texts: Record<string, Record<string, string>>): [string, string][] =>
  Object.entries(texts).flatMap(([group, members]) =>
    Object.entries(members).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
  );
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\w+\}\}/gu)].map(([name]) => name).sort();

describe('the texts of the documents', () => {
  it('exist in both languages with the same placeholders', () => {
    const english = new Map(flat(en));
    expect([...english.keys()].sort()).toEqual(
      flat(de)
        .map(([key]) => key)
        .sort(),
    );
    for (const [key, text] of flat(de)) {
      expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)]);
    }
  });

  it('are filled with their values', () => {
    expect(textsOf('de')('common.page', { page: 2, pages: 7 })).toBe('Seite 2 von 7');
    expect(textsOf('en')('common.page', { page: 2, pages: 7 })).toBe('Page 2 of 7');
  });

  it('say of every end that a step can have what became of it', () => {
    const ends = Object.entries(otherOutcomes).flatMap(([step, outcomes]) =>
      outcomes.map((outcome) => `${OTHER_ENDS[outcome as keyof typeof OTHER_ENDS]}.${step}`),
    );
    expect(ends.filter((key) => !isTextKey(key))).toEqual([]);
  });

  it('are not said with a gap', () => {
    expect(() => textsOf('de')('common.page', { page: 1 })).toThrow('pages');
  });
});
