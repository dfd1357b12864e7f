import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { HandInView } from '#contract/handed-in.ts';
import type { HandInState } from '#domain/hand-in.ts';
import { selectHandInIsBusy } from '#machines/handingIn/handingIn.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { StatusBadge } from '#ui/kit/status-badge.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { dayAndTime } from '../shared/format.ts';
import { type HandingInActor, useLocale } from '../shared/portal-context.tsx';

const looks: Record<HandInState, { tone: 'info' | 'success' | 'danger'; icon: IconName }> = {
  waiting: { tone: 'info', icon: 'autorenew' },
  delivered: { tone: 'success', icon: 'success' },
  failed: { tone: 'danger', icon: 'danger' },
};

/** The deliveries so far, the latest first. */
export function HandIns({ actor }: { actor: HandingInActor }) {
  const { t } = useTranslation('handIn');
  const handIns = useSelector(actor, ({ context }) => context.page?.handIns ?? NONE);
  if (handIns.length === 0) return null;
  return (
    <>
      <SectionHeading>{t('list')}</SectionHeading>
      {handIns.toReversed().map((handIn) => (
        <HandInCard key={handIn.id} actor={actor} handIn={handIn} />
      ))}
    </>
  );
}
const NONE: readonly HandInView[] = [];

function HandInCard({
  actor,
  handIn: { id, state, givenUp, documents, handedInAt, deliveredAt, hasReceipt },
}: {
  actor: HandingInActor;
  handIn: HandInView;
}) {
  const { t } = useTranslation('handIn');
  const locale = useLocale();
  const { handInReceiptHref } = useApplicationTools();
  const processId = useSelector(actor, ({ context }) => context.processId);
  const busy = useSelector(actor, selectHandInIsBusy);
  const at = dayAndTime(handedInAt, locale);
  return (
    <Card
      title={t('at', { date: at })}
      headingLevel={3}
      badge={<StatusBadge {...looks[state]}>{t(`state.${state}`)}</StatusBadge>}
    >
      <p aria-live="polite">
        {deliveredAt === null
          ? t(givenUp ? `givenUp.${givenUp}` : state === 'failed' ? 'meaning.failed' : 'meaning.waiting')
          : t('meaning.delivered', { date: dayAndTime(deliveredAt, locale) })}
      </p>
      <ul>
        {documents.map(({ path, label, files }) => (
          <li key={path}>
            {label}: {files.join(', ')}
          </li>
        ))}
      </ul>
      {hasReceipt && (
        <p>
          <Link quiet href={handInReceiptHref(processId, id)}>
            <Icon name="download" />
            {t('receipt')}
            <VisuallyHidden> {at}</VisuallyHidden>
          </Link>
        </p>
      )}
      {state === 'failed' && (
        <div>
          <Button
            variant="secondary"
            icon="autorenew"
            busy={busy}
            onClick={() => actor.send({ type: 'handIn.retried', id })}
          >
            {t('repeat')}
            <VisuallyHidden> {at}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Card>
  );
}
