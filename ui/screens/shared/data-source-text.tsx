import { useTranslation } from 'react-i18next';
import type { DataSource } from '#contract/shapes.ts';
import { dayAndTime } from './format.ts';
import { useLocale } from './portal-context.tsx';
import { useProviderName } from './settings-context.tsx';

/** A sentence about a login that vouches for data: provider, moment and trust level in words. */
export function DataSourceText({
  source,
  text,
}: {
  source: DataSource;
  text: (values: { provider: string; at: string; level: string }) => string;
}) {
  const { t } = useTranslation('level');
  const locale = useLocale();
  const provider = useProviderName(source.providerId);
  return text({ provider, at: dayAndTime(source.at, locale), level: t(`name.${source.trustLevel}`) });
}
