import { useTranslation } from 'react-i18next';
import type { DraftView } from '#contract/personal-area.ts';
import { draftMayBeDeleted } from '#machines/drafts/drafts.deletion.ts';

import {
  draftHeadline,
  draftStage,
  statusDateKey,
  statusIcon,
  statusTitleKey,
} from '#machines/process/process.selectors.ts';
import { Button, LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { StatusBadge } from '#ui/kit/status-badge.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { day, dayAndTime } from '../shared/format.ts';
import { money } from '../shared/money.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { AvailableUntil } from './available-until.tsx';

/**
 * A draft: its service, that it has not been sent and how it stands, the step that is due with the button that leads
 * there, its retention.
 */
export function DraftCard({
  draft,
  wantsMails,
  mailsAreSaved,
  onDelete,
  onMails,
}: {
  draft: DraftView;
  /** Whether an e-mail before the deletion is wanted, as chosen last. */
  wantsMails: boolean;
  /** The server has the choice that was just made. */
  mailsAreSaved: boolean;
  onDelete: () => void;
  onMails: (wanted: boolean) => void;
}) {
  const { t } = useTranslation(['account', 'workflow']);
  const locale = useLocale();
  const warns = statusIcon(draft.status) === 'warning';
  const stage = draftStage(draft);
  // What is being sent goes on without its form as far as it can.
  const isGone = draft.gone === true && !draft.running;
  const service = <VisuallyHidden> {draft.serviceName}</VisuallyHidden>;
  return (
    <Card
      title={draft.serviceName}
      headingLevel={3}
      badge={
        <StatusBadge tone={warns ? 'warning' : 'info'} icon={warns ? 'warning' : 'edit'}>
          {t(`drafts.headline.${draftHeadline(draft)}`, {
            status: t(draft.paymentCancelled ? 'workflow:payment.cancelled' : statusTitleKey(draft.status)),
          })}
        </StatusBadge>
      }
      footer={
        <>
          <LinkButton
            variant="secondary"
            href={hrefOf.process(locale, draft.id, stage === 'summary' && !isGone ? stage : undefined)}
            icon="arrow-forward"
            iconAtEnd
          >
            {t(isGone ? 'drafts.goneAction' : `drafts.action.${stage}`)}
            {service}
          </LinkButton>
          {draftMayBeDeleted(draft) ? (
            <Button variant="quiet" icon="delete" danger onClick={onDelete}>
              {t('drafts.delete')}
              {service}
            </Button>
          ) : (
            <p className="sp-small sp-muted">{t(draft.running ? 'drafts.keptSending' : 'drafts.kept')}</p>
          )}
        </>
      }
    >
      <p>
        <strong>
          {isGone
            ? t('drafts.gone')
            : draft.tryUntil
              ? t('drafts.retry', { until: dayAndTime(draft.tryUntil, locale) })
              : t(`drafts.due.${draft.paymentCancelled ? 'paymentCancelled' : stage}`, {
                  amount: money(draft.feeDueCents, locale),
                })}
        </strong>
      </p>
      <DescriptionList
        items={[
          ...(draft.step === null
            ? []
            : [{ key: 'step', term: t('drafts.reached'), value: t('drafts.step', draft.step) }]),
          {
            key: 'authority',
            term: t('authority'),
            value: t('drafts.forPlace', { authority: draft.authorityName, place: draft.areaName }),
          },
          {
            key: 'date',
            term: t(statusDateKey(draft.status)),
            value: dayAndTime(draft.statusChanged, locale),
          },
          ...(['paid', 'refund'] as const).flatMap((kind) => {
            const cents = kind === 'paid' ? draft.paidCents : draft.refundDueCents;
            return cents > 0 ? [{ key: kind, term: t(`drafts.${kind}`), value: money(cents, locale) }] : [];
          }),
          ...(draft.returned
            ? [
                {
                  key: 'returned',
                  term: t('drafts.returned'),
                  value: t('drafts.returnedOn', {
                    amount: money(draft.returned.amountCents, locale),
                    date: day(draft.returned.at, locale),
                  }),
                },
              ]
            : []),
          // A draft being sent does not expire.
          ...(draft.running
            ? []
            : [
                {
                  key: 'until',
                  term: t('drafts.until'),
                  value: <AvailableUntil moment={draft.availableUntil} />,
                },
              ]),
          { key: 'login', term: t('drafts.login'), value: t(`drafts.needs.${draft.trustLevel}`) },
        ]}
      />
      {draft.mail && (
        <div>
          <Checkbox
            id={`mails-${draft.id}`}
            label={
              <>
                {t('drafts.mails', { to: draft.mail.to })}
                {service}
              </>
            }
            checked={wantsMails}
            onChange={onMails}
          />
          <p role="status" className="sp-small sp-muted">
            {mailsAreSaved && t('drafts.mailsSaved')}
          </p>
        </div>
      )}
    </Card>
  );
}
