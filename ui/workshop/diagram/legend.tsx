import { useReading } from '../reading-context.ts';

/** The meaning of the signs of a drawing. */
export function Legend() {
  const { t } = useReading();
  return (
    <details className="ws-legend">
      <summary>{t('legend.heading')}</summary>
      <ul>
        <li>{t('legend.initial')}</li>
        <li>{t('legend.final')}</li>
        <li>{t('legend.assumed')}</li>
        <li>{t('legend.region')}</li>
        <li>{t('legend.gathered')}</li>
        <li>{t('legend.guard')}</li>
        <li>{t('legend.found')}</li>
      </ul>
    </details>
  );
}
