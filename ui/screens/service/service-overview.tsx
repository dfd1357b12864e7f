import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { levelNeeded, loginWays, onlineIdHelps } from '#domain/login-ways.ts';
import type { Description } from '#ui/kit/description-list.tsx';
import { Link } from '#ui/kit/link.tsx';
import { durationText } from '../shared/duration-text.ts';
import { OfferedFee } from '../shared/offered-fee.tsx';
import { WithOtherWay } from '../shared/other-way.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { useLoginNames, useLoginProviders } from '../shared/settings-context.tsx';
import { costSummary } from './cost-text.ts';

/** The most important information first, each a name and a value. */
export function useServiceOverview({ service, authority, metadata, otherWay }: ServiceAnswer): Description[] {
  const { t } = useTranslation('service');
  const locale = useLocale();
  const here = useLoginProviders().map(({ id }) => id);
  const ways = metadata ? loginWays(metadata, here) : [];
  const providers = useLoginNames(ways.map(({ providerId }) => providerId));
  const costs = costSummary(service.costs, locale, t);
  const cost = metadata ? (
    <OfferedFee offer={metadata} />
  ) : (
    costs !== null && <WithOtherWay way={otherWay}>{costs}</WithOtherWay>
  );
  return [
    authority && {
      key: 'authority',
      term: t('facts.authority'),
      value: <Link href="#responsible">{authority.name}</Link>,
    },
    cost && { key: 'fee', term: t('facts.fee'), value: cost },
    service.processingTime && {
      key: 'processing',
      term: t('facts.processing'),
      value: t('facts.about', { duration: durationText(service.processingTime, t) }),
    },
    metadata && {
      key: 'duration',
      term: t('facts.duration'),
      value: t('facts.minutes', { count: metadata.durationMinutes }),
    },
    metadata && {
      key: 'login',
      term: t('facts.login'),
      value: (
        <>
          {t(ways.length === 0 && metadata.mode === 'none' ? 'login.notPossible' : `login.${metadata.mode}`, {
            providers,
          })}
          {onlineIdHelps(metadata) && <br />}
          {onlineIdHelps(metadata) && t(`onlineLevel.${levelNeeded(metadata)}`)}
        </>
      ),
    },
  ].filter((fact) => fact !== null && fact !== false);
}
