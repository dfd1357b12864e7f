import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/kit/problem.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { AreaLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { usePortalTools } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { CloseButton } from './close-button.tsx';

/** A payment of which nothing is known: the provider could not be asked, or this portal did not give it the address. */
export function PaymentUnknown({ problem }: { problem: Problem }) {
  const { t } = useTranslation('redirect');
  const { portal } = usePortalTools();
  if (problem.code === 'not-found' || problem.code === 'input-invalid') {
    return (
      <>
        <TitledHeading takeFocus>{t('invalid.heading')}</TitledHeading>
        <Alert tone="danger" title={t('invalid.title')}>
          <p>{t('invalid.text')}</p>
        </Alert>
        <Actions>
          <AreaLink>{t('area')}</AreaLink>
          <CloseButton variant="secondary" />
        </Actions>
      </>
    );
  }
  return (
    <>
      <TitledHeading takeFocus>{t('unknown.heading')}</TitledHeading>
      <ProblemAlert problem={problem} title={t('unknown.title')} safe={t('unknown.text')} />
      <Actions>
        <Button icon="autorenew" onClick={() => portal.send({ type: 'retry.requested' })}>
          {t('askAgain')}
        </Button>
        <CloseButton variant="secondary" />
      </Actions>
    </>
  );
}
