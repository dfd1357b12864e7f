import { useTranslation } from 'react-i18next';
import type { PaymentSettlement } from '#contract/payment.ts';
import { selectViewer } from '#machines/portal/portal.selectors.ts';
import { stageOf } from '#machines/process/process.stage.ts';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { AreaLink } from '../shared/page-links.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortal, usePortalTools } from '../shared/portal-context.tsx';
import { CloseButton } from './close-button.tsx';

/** The stage of the application after the payment, according to the server, and the remaining tasks. */
export function ApplicationStage({
  settlement: { application, processId },
  mayAskAgain,
}: {
  settlement: PaymentSettlement;
  mayAskAgain: boolean;
}) {
  const { t } = useTranslation('redirect');
  const { portal } = usePortalTools();
  const locale = useLocale();
  const viewer = usePortal(selectViewer);
  const stage = application ? stageOf(application) : 'gone';
  // An anonymous application can only be opened in the session that it began in.
  const isOver = application?.hasUser === false && viewer === 'none';
  const isUnderWay = stage === 'sending' || stage === 'sent';
  const owner = application?.hasUser ? 'account' : 'anonymous';
  // One pays again where one paid: in the window with the application, which alone may change it.
  const isForOther = stage === 'paymentFailed';
  // Remaining tasks come first; if there are none, this window is done.
  const isDone = isUnderWay || isOver || isForOther || stage === 'gone';
  const closing = mayAskAgain || !isDone ? 'secondary' : 'primary';
  return (
    <>
      <div>
        <SectionHeading>{t(`stage.${stage}.title`)}</SectionHeading>
        <p className="sp-measure">
          {isOver
            ? t(`over.${isUnderWay ? 'underWay' : stage === 'paymentOpen' ? 'paymentOpen' : 'other'}`)
            : t(isUnderWay ? `stage.${stage}.${owner}` : `stage.${stage}.text`)}
        </p>
      </div>
      <Actions>
        {mayAskAgain && (
          <Button icon="autorenew" onClick={() => portal.send({ type: 'retry.requested' })}>
            {t('askAgain')}
          </Button>
        )}
        {!mayAskAgain && !isDone && (
          <LinkButton href={hrefOf.process(locale, processId)}>{t('goOn.here')}</LinkButton>
        )}
        <CloseButton variant={closing} />
        {isUnderWay && application?.hasUser && <AreaLink variant="secondary">{t('area')}</AreaLink>}
        {application && !isOver && (mayAskAgain || isForOther || (isUnderWay && !application.hasUser)) && (
          <LinkButton variant="secondary" href={hrefOf.process(locale, processId)}>
            {t('goOn.here')}
          </LinkButton>
        )}
      </Actions>
    </>
  );
}
