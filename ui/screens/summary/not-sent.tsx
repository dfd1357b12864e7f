import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '#domain/locale.ts';
import { selectProcess, selectSendsByItself } from '#machines/application/application.selectors.ts';
import { stepsLeftOf } from '#machines/application/application.steps.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { useApplication } from '../application/application-context.tsx';
import { useLocale } from '../shared/portal-context.tsx';

/**
 * Says on every page between the confirmation and the sending that the application is not sent yet, with what is left;
 * nothing while its data is open.
 */
export function NotSent() {
  const { t } = useTranslation('summary');
  const locale = useLocale();
  const application = useApplication();
  const process = useSelector(application, selectProcess);
  const itself = useSelector(application, selectSendsByItself);
  const left = process ? stepsLeftOf(process) : [];
  if (left.length === 0) return null;
  const own = left.filter((step) => step !== 'submission' || !itself).map((step) => t(`notSent.${step}`));
  const steps = new Intl.ListFormat(languageTag[locale], { type: 'conjunction' }).format(own);
  return (
    <Alert title={t('notSent.title')}>
      <p>
        {t('notSent.left', { steps })} {itself && t('notSent.itself')}
      </p>
    </Alert>
  );
}
