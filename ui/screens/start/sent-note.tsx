import { useTranslation } from 'react-i18next';
import { selectSentHere } from '#machines/session/session.selectors.ts';
import { LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { dayAndTime } from '../shared/format.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useSession } from '../shared/portal-context.tsx';

/** The application for this service that the session has sent last, without an account; nothing without one. */
export function SentNote({ leiKaId }: { leiKaId: string }) {
  const { t } = useTranslation('start');
  const locale = useLocale();
  const last = useSession(selectSentHere).find((one) => one.leiKaId === leiKaId);
  if (!last) return null;
  const { id, ticketNumber, submittedAt } = last;
  return (
    <Card
      hued
      title={t('sent.title')}
      footer={
        <LinkButton variant="secondary" href={hrefOf.process(locale, id)} icon="arrow-forward" iconAtEnd>
          {t('sent.open')}
        </LinkButton>
      }
    >
      <p>
        {submittedAt === null ? t('sent.sending') : t('sent.text', { date: dayAndTime(submittedAt, locale) })}
      </p>
      <p>{t('sent.ticket', { ticket: ticketNumber })}</p>
    </Card>
  );
}
