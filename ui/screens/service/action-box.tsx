import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { onlineIdHelps } from '#domain/login-ways.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { LinkButton } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Link } from '#ui/kit/link.tsx';
import { ChosenPlace } from '../shared/chosen-place.tsx';
import { usePause } from '../shared/interruptions.ts';
import { APPLY, hrefOf, pageHref, toApply } from '../shared/paths.ts';
import { PauseNote } from '../shared/pause-note.tsx';
import { PlaceChoices } from '../shared/place-choices.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { PlaceForm } from './place-form.tsx';
import { useServiceOverview } from './service-overview.tsx';

/** Place, authority, cost and time at a glance, and the way to apply or the reason for its absence. */
export function ActionBox({ answer }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const locale = useLocale();
  const { service, place, metadata, onlineLinks, sharedBy, isOnlineSomewhere } = answer;
  const isOnline =
    metadata !== null || sharedBy !== undefined || onlineLinks.length > 0 || (!place && isOnlineSomewhere);
  const facts = useServiceOverview(answer);
  const title = t(isOnline ? 'apply' : 'glance');
  return (
    <section id={APPLY} className="sp-results" tabIndex={-1} aria-label={title}>
      <Card hued title={title}>
        {place ? (
          <ChosenPlace
            name={place.value}
            changeHref={toApply(hrefOf.service(locale, service.leiKaId, { place: '' }))}
          />
        ) : (
          <>
            <PlaceChoices
              {...answer}
              hrefFor={({ key }) => toApply(hrefOf.service(locale, service.leiKaId, { area: key }))}
            />
            <p>{t(isOnlineSomewhere ? 'place.neededToApply' : 'place.neededForAuthority')}</p>
            <PlaceForm answer={answer} />
          </>
        )}
        {facts.length > 0 && <DescriptionList items={facts} />}
        <WayToApply answer={answer} />
      </Card>
    </section>
  );
}

function WayToApply({ answer }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const locale = useLocale();
  const { service, place } = answer;
  const { metadata, onlineLinks, sharedBy, isOnlineSomewhere } = answer;
  const pause = usePause(`service:${service.leiKaId}`);
  return (
    <>
      <PauseNote sentence={pause}>
        <p>{t('paused')}</p>
      </PauseNote>
      {place && metadata && !pause && (
        <LinkButton
          href={hrefOf.start(locale, service.leiKaId, place.key)}
          icon="arrow-forward"
          iconAtEnd
          className="sp-start"
        >
          {t('start')}
        </LinkButton>
      )}
      {place && metadata && (
        <noscript>
          <p>{t('needsScript')}</p>
        </noscript>
      )}
      {place && metadata && metadata.mode !== 'none' && <Link href="#responsible">{t('paper')}</Link>}
      {place && sharedBy !== undefined && (
        <>
          <p>{t('shared.by', { portal: sharedBy })}</p>
          <LinkButton
            href={hrefOf.departure(locale, service.leiKaId, place.key)}
            icon="arrow-forward"
            iconAtEnd
            className="sp-start"
          >
            {t('shared.start')}
          </LinkButton>
        </>
      )}
      {metadata && onlineIdHelps(metadata) && (
        <Link href={pageHref(locale, 'onlineId')}>{t('onlineId')}</Link>
      )}
      {onlineLinks.map(({ url, title, trustLevel }) => (
        <Fragment key={url}>
          <LinkButton
            href={url}
            variant={metadata ? 'secondary' : 'primary'}
            icon="open-in-new"
            iconAtEnd
            className="sp-start"
          >
            {title}
          </LinkButton>
          {trustLevel && <p>{t(`onlineLevel.${trustLevel}`)}</p>}
        </Fragment>
      ))}
      {place && !metadata && sharedBy === undefined && onlineLinks.length === 0 && (
        <Alert title={t('notOffered.title')}>
          <p>{isOnlineSomewhere ? t('notOffered.here', { place: place.value }) : t('notOffered.nowhere')}</p>
          <p>
            <Link href="#responsible">{t('notOffered.whom')}</Link>
          </p>
        </Alert>
      )}
    </>
  );
}
