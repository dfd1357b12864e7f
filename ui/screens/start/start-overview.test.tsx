import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { MetadataView } from '#contract/shapes.ts';
import { authority } from '../testing/answers.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { StartOverview } from './start-overview.tsx';

afterEach(cleanup);

const offer = {
  mode: 'none',
  idpIds: ['anon'],
  identificationType: 'none',
  trustLevel: 'low',
  feeType: 'FREE',
  feeAmount: 0,
  durationMinutes: 10,
  draftRetentionDays: 30,
  authority,
} as unknown as MetadataView;

it.each([
  ['de', 'Sprache', /^Deutsch$/],
  ['en', 'Language', /^English\..*translation/],
] as const)(
  'before an application in %s its language is said, and what may follow',
  async (locale, term, said) => {
    await showScreen(<StartOverview offer={offer} />, {
      route: { screen: 'other' },
      href: '/formular',
      locale,
    });
    expect(screen.getByText(term).nextElementSibling?.textContent).toMatch(said);
  },
);
