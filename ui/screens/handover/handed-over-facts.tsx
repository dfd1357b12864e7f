import { useTranslation } from 'react-i18next';
import type { HandedOverView } from '#contract/handover.ts';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** The known facts about an application that another portal runs. */
export function HandedOverFacts({ application }: { application: HandedOverView }) {
  const { t } = useTranslation('handover');
  const locale = useLocale();
  const { receiver, startedAt, ticketNumber, submittedAt, toldAt } = application;
  const at = (key: string, term: string, time: string | null) =>
    time === null ? [] : [{ key, term, value: dayAndTime(time, locale) }];
  return (
    <DescriptionList
      items={[
        { key: 'receiver', term: t('list.runsAt'), value: receiver },
        ...at('started', t('list.started'), startedAt),
        ...(ticketNumber === null ? [] : [{ key: 'ticket', term: t('list.ticket'), value: ticketNumber }]),
        ...at('submitted', t('list.submitted'), submittedAt),
        ...at('told', t('list.toldAt'), toldAt),
      ]}
    />
  );
}
