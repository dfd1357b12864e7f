import { useTranslation } from 'react-i18next';
import type { SearchResult } from '#contract/content.ts';
import type { Place } from '#contract/shapes.ts';

import { StatusBadge } from '#ui/kit/status-badge.tsx';

/** The online availability at the chosen place, in a word. */
export function AvailabilityBadge({
  availability,
  place,
}: {
  availability: NonNullable<SearchResult['availability']>;
  place: Place | null;
}) {
  const { t } = useTranslation('search');
  if (availability === 'online') {
    const words = place ? t('availability.onlineIn', { place: place.value }) : t('availability.online');
    return (
      <StatusBadge tone="success" icon="check">
        {words}
      </StatusBadge>
    );
  }
  if (availability === 'onSite') return <StatusBadge icon="home">{t('availability.onSite')}</StatusBadge>;
  return (
    <StatusBadge tone="info" icon="place">
      {t('availability.choosePlace')}
    </StatusBadge>
  );
}
