import { useTranslation } from 'react-i18next';
import type { PersonalArea } from '#domain/personal-area.ts';
import { raisedLevels } from '#domain/trust-level.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { Actions } from '#ui/kit/button.tsx';
import { LevelButton } from '../shared/level-button.tsx';

/** Drafts that a login at a higher trust level lists (spec section 6); nothing if there are none. */
export function HigherLevel({ closed }: { closed: PersonalArea['closed'] }) {
  const { t } = useTranslation('account');
  const levels = raisedLevels.filter((level) => closed[level] > 0);
  if (levels.length === 0) return null;
  const count = closed.substantial + closed.high;
  return (
    <Alert title={t('higher.title', { count })} headingLevel={3}>
      <p>{t('higher.text', { count })}</p>
      <Actions>
        {levels.map((level) => (
          <LevelButton key={level} variant="secondary" needed={level} />
        ))}
      </Actions>
    </Alert>
  );
}
