import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { AreaLink, HomeLink, SearchLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { problemText } from '../shared/problem-text.ts';
import type { HandoverActor } from './handover-actor.ts';

/**
 * A hand-over that cannot go on here. The page does not name the origin of a stranger's hand-over, so the way back is
 * the person's own browser.
 */
export function Refused({ actor }: { actor: HandoverActor }) {
  const { t } = useTranslation(['handover', 'errors']);
  const { t: tErrors } = useTranslation('errors');
  const locale = useLocale();
  const { trip, problem } = useSelector(actor, ({ context }) => context);
  const isDeparture = trip.kind === 'departure';
  const isNotRunThere = isDeparture && problem?.code === 'place-not-covered';
  return (
    <>
      <TitledHeading takeFocus>{t('refused.title')}</TitledHeading>
      <Lead>{isNotRunThere ? t('refused.elsewhere') : problem && problemText(problem, tErrors, locale)}</Lead>
      {!isDeparture && <p>{t(trip.kind === 'arrival' ? 'refused.nothingSaved' : 'refused.login')}</p>}
      <Actions>
        {isDeparture && (
          <LinkButton href={hrefOf.service(locale, trip.leiKaId, { area: trip.area })}>
            {t('refused.service')}
          </LinkButton>
        )}
        {(trip.kind === 'passage' || trip.kind === 'return') && (
          <AreaLink icon="account">{t('refused.area')}</AreaLink>
        )}
        {trip.kind === 'arrival' && <SearchLink>{t('refused.search')}</SearchLink>}
        <HomeLink />
      </Actions>
    </>
  );
}
