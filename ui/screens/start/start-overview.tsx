import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import { loginWays } from '#domain/login-ways.ts';

import { DescriptionList } from '#ui/kit/description-list.tsx';
import { OfferedFee } from '../shared/offered-fee.tsx';
import { useLoginProviders } from '../shared/settings-context.tsx';

/** The duration, the fee, the time that a draft is stored, the responsible authority, and the language. */
export function StartOverview({ offer }: { offer: MetadataView }) {
  const { t } = useTranslation('start');
  const here = useLoginProviders().map(({ id }) => id);
  const isKept = loginWays(offer, here).length > 0;
  return (
    <DescriptionList
      items={[
        {
          key: 'duration',
          term: t('facts.duration'),
          value: t('facts.minutes', { count: offer.durationMinutes }),
        },
        { key: 'fee', term: t('facts.fee'), value: <OfferedFee offer={offer} /> },
        {
          key: 'draft',
          term: t('facts.draft'),
          value: isKept ? t('facts.draftDays', { count: offer.draftRetentionDays }) : t('facts.draftSession'),
        },
        { key: 'authority', term: t('facts.authority'), value: offer.authority.name },
        { key: 'language', term: t('facts.language'), value: t('facts.languageIs') },
      ]}
    />
  );
}
