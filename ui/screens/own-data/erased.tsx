import { useTranslation } from 'react-i18next';
import type { Erasure } from '#contract/person.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { money } from '../shared/money.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { StayingList } from './staying-list.tsx';

const kinds = ['drafts', 'sent', 'handovers', 'notes', 'logins'] as const;

/** The outcome of the deletion. The person is logged out, and reads it here alone. */
export function Erased({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation('ownData');
  const locale = useLocale();
  const { gone, stays, closed, accountGone } = erasure;
  const closedCount = [closed.drafts, closed.sent].reduce(
    (sum, { substantial, high }) => sum + substantial + high,
    0,
  );
  const isAlone = stays.length === 0 && closedCount === 0;
  const title = t(isAlone ? 'erase.done.title' : 'erase.done.part');
  return (
    <PortalLayout title={title}>
      <Stack narrow>
        <PageHeading takeFocus>{title}</PageHeading>
        <Lead>{t('erase.done.out')}</Lead>
        <Prose>
          {accountGone && <p>{t('erase.done.whole')}</p>}
          {!accountGone && isAlone && <p>{t('erase.done.colleagues')}</p>}
          <p>{t('erase.authority')}</p>
          {gone.refundCents > 0 && (
            <p>
              <strong>{t('erase.done.refund', { amount: money(gone.refundCents, locale) })}</strong>
            </p>
          )}
        </Prose>
        <SectionHeading>{t('erase.done.goneTitle')}</SectionHeading>
        <ul>
          {kinds
            .filter((kind) => gone[kind] > 0)
            .map((kind) => (
              <li key={kind}>{t(`erase.done.${kind}`, { count: gone[kind] })}</li>
            ))}
        </ul>
        {!isAlone && (
          <>
            <SectionHeading>{t('erase.done.staysTitle')}</SectionHeading>
            <Prose>
              <p>{t('erase.done.staysText')}</p>
              {closedCount > 0 && <p>{t('erase.done.closed', { count: closedCount })}</p>}
            </Prose>
            <StayingList stays={stays} />
          </>
        )}
        <Actions>
          <LinkButton href={hrefOf.home(locale)}>{t('erase.done.home')}</LinkButton>
        </Actions>
      </Stack>
    </PortalLayout>
  );
}
