import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '#ui/kit/layout.tsx';
import { RESULTS } from '../shared/paths.ts';

/** The part of the page that answers a search, which its form and links lead to. */
export function Results({ children }: { children: ReactNode }) {
  const { t } = useTranslation('search');
  return (
    <section id={RESULTS} className="sp-results" tabIndex={-1} aria-label={t('results')}>
      <Stack>{children}</Stack>
    </section>
  );
}
