import { useTranslation } from 'react-i18next';

/** Says that the window is being followed, and offers to end that. */
export function InspectionMark({
  viewer,
  onStop,
}: {
  /** Viewer on another host, which a developer has named. */
  viewer: { host: string; open: () => void } | null;
  onStop: () => void;
}) {
  const { t } = useTranslation('inspection');
  return (
    <section className="sp-inspection__bar" aria-label={t('label')}>
      <p className="sp-inspection__text">{t('shown')}</p>
      {viewer && (
        <>
          <p className="sp-inspection__text">{t('other.warning', { host: viewer.host })}</p>
          <button type="button" className="sp-inspection__button" onClick={viewer.open}>
            {t('other.open')}
          </button>
        </>
      )}
      <button type="button" className="sp-inspection__button" onClick={onStop}>
        {t('stop')}
      </button>
    </section>
  );
}
