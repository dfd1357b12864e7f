import { expect } from 'vitest';
import { problemSchema } from '#contract/problem.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProblemCode } from '#domain/problem.ts';
import de from '#locales/de/errors.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };

const texts = { de, en };

/** Expects that a program is asked to come back, in the form of the API. */
export async function expectProgramToComeBack(answer: Response, status: 429 | 503, code: ProblemCode) {
  expectPassing(answer, status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(problemSchema.parse(await answer.json())).toMatchObject({ status, code });
}

/** Expects that a person is asked to come back, by a page of the portal in these languages and no others. */
export async function expectPersonToComeBack(
  answer: Response,
  status: 429 | 503,
  { code, languages }: { code: ProblemCode; languages: [Locale, ...Locale[]] },
) {
  expectPassing(answer, status);
  expect(answer.headers.get('content-type')).toContain('text/html');
  const page = await answer.text();
  expect(page).toContain(`<html lang="${languages[0]}"`);
  for (const [locale, { code: words }] of Object.entries(texts) as [Locale, typeof de][])
    expect([locale, page.includes(words[code])]).toEqual([locale, languages.includes(locale)]);
}

function expectPassing(answer: Response, status: number): void {
  expect(answer.status).toBe(status);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

/** Headers of a browser that opens a page. */
export const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
