import { useTranslation } from 'react-i18next';
import type { LeftDraft as Left } from '#contract/problem.ts';
import { Button, LinkButton } from '#ui/kit/button.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { dayAndTime } from '../shared/format.ts';
import { money } from '../shared/money.ts';
import { AreaLink, SearchLink } from '../shared/page-links.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { Failure } from './failure-screens.tsx';

/** Screen for a draft whose form is not offered any more: what happened, what becomes of the draft, and the ways on. */
export function LeftDraft({ left }: { left: Left }) {
  const { t } = useTranslation('application');
  const locale = useLocale();
  const { downloadHref } = useApplicationTools();
  const { leiKaId, paidCents, refundDueCents } = left;
  const title = left.title[locale];
  const authority = left.authority[locale];
  return (
    <Failure
      title={t('failure.withdrawn.title')}
      actions={
        <>
          <LinkButton icon="download" href={downloadHref(left.id, 'entered')}>
            {t('failure.withdrawn.download')}
          </LinkButton>
          {leiKaId === null ? (
            <SearchLink variant="secondary">{t('failure.search')}</SearchLink>
          ) : (
            <LinkButton
              variant="secondary"
              href={hrefOf.service(locale, leiKaId)}
              icon="arrow-forward"
              iconAtEnd
            >
              {t('failure.withdrawn.service')}
            </LinkButton>
          )}
          <Button variant="secondary" icon="autorenew" onClick={() => location.reload()}>
            {t('failure.withdrawn.again')}
          </Button>
          {left.hasUser && (
            <AreaLink variant="secondary" icon="delete">
              {t('failure.withdrawn.delete')}
            </AreaLink>
          )}
        </>
      }
      after={
        <Stack gap="small">
          <SectionHeading>{t('failure.withdrawn.authority')}</SectionHeading>
          <AuthorityContact authority={authority} isShort />
        </Stack>
      }
    >
      <p>
        {t('failure.withdrawn.what', { service: title, place: left.areaName, authority: authority.name })}
      </p>
      <p>
        {t(left.hasUser ? 'failure.withdrawn.until' : 'failure.withdrawn.untilAnonymous', {
          until: dayAndTime(left.availableUntil, locale),
        })}
      </p>
      {left.isPaying && <p>{t('failure.withdrawn.paying')}</p>}
      {paidCents > 0 && <p>{t('failure.withdrawn.paid', { amount: money(paidCents, locale) })}</p>}
      {refundDueCents > 0 && (
        <p>{t('failure.withdrawn.refund', { amount: money(refundDueCents, locale) })}</p>
      )}
      <p>{t('failure.withdrawn.take')}</p>
    </Failure>
  );
}
