import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';

import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { day } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** An earlier application for the same form, to be continued. */
export function DraftOffer({
  draft,
  busy,
  onContinue,
}: {
  draft: ProcessView;
  busy: boolean;
  onContinue: () => void;
}) {
  const { t } = useTranslation('start');
  const locale = useLocale();
  return (
    <Card
      hued
      title={t('draft.title')}
      footer={
        <Button busy={busy} icon="arrow-forward" iconAtEnd onClick={onContinue}>
          {t('draft.continue')}
        </Button>
      }
    >
      <p>
        {t(draft.facts.hasUser ? 'draft.text' : 'draft.anonymous', {
          date: day(draft.availableUntil, locale),
        })}
      </p>
    </Card>
  );
}
