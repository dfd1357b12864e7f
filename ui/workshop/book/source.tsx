import { useReading } from '../reading-context.ts';

/** The source of a rule: a section of the specification, or none, which means assumed. */
export function Source({ source }: { source: string | null }) {
  const { t } = useReading();
  if (source === null) return null;
  if (source === 'assumed') return <span className="ws-assumed">{t('table.assumed')}</span>;
  const section = /^spec (\S+)$/.exec(source)?.[1];
  return section ? t('table.spec', { section }) : source;
}
