import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { Button, LinkButton } from '#ui/kit/button.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { useApplication } from '../application/application-context.tsx';
import { Amount } from './amount.tsx';
import { PayLater } from './pay-later.tsx';

/** The wait while the person pays in the provider's window: the current state, and the effect of each way out. */
export function PaymentWaiting({ process }: { process: ProcessView }) {
  const { t } = useTranslation('payment');
  const application = useApplication();
  const blocked = useSelector(application, ({ context }) => context.windowIsBlocked);
  const url = process.payment?.redirectUrl;
  return (
    <>
      <Amount process={process} heading={t('waiting.title')} />
      {blocked && (
        <Alert tone="warning" live="assertive" title={t('waiting.blocked.title')}>
          <p>{t('waiting.blocked.text')}</p>
        </Alert>
      )}
      <Loader label={t('waiting.going')} />
      <p>
        {t('waiting.text')} {t(process.facts.hasUser ? 'sends.account' : 'sends.anonymous')}
      </p>
      <Stack>
        {url && (
          <div>
            <SectionHeading small>{t('waiting.reopen.title')}</SectionHeading>
            <p>{t('waiting.reopen.text')}</p>
            <LinkButton href={url} target="_blank" rel="noopener" icon="open-in-new" iconAtEnd>
              {t('waiting.reopen.button')}
            </LinkButton>
          </div>
        )}
        <div>
          <SectionHeading small>{t('waiting.restart.title')}</SectionHeading>
          <p>{t('waiting.restart.text')}</p>
          <Button
            variant="secondary"
            icon="autorenew"
            onClick={() => application.send({ type: 'payment.requested' })}
          >
            {t('waiting.restart.button')}
          </Button>
        </div>
        <PayLater process={process} />
      </Stack>
    </>
  );
}
