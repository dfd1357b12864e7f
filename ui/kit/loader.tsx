import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';

const SIZES = { line: 'sp-skeleton--line', block: 'sp-skeleton--block', page: 'sp-skeleton--page' } as const;

/**
 * Keeps the room of what is on its way, so that nothing jumps when it comes. The words are there at once,
 * the grey lines appear after half a second only.
 */
export function Skeleton({ size = 'block', label }: { size?: keyof typeof SIZES; label?: string }) {
  const { t } = useTranslation('kit');
  return (
    <div className={classes('sp-skeleton', SIZES[size])} role="status">
      <span className="kern-sr-only">{label ?? t('loading')}</span>
    </div>
  );
}

/** Something is going on that takes its time; the words say what. */
export function Loader({ label }: { label: string }) {
  return (
    <div className="sp-loader">
      <span className="sp-loader__sign" aria-hidden="true" />
      <span role="status">{label}</span>
    </div>
  );
}

/** The thin bar at the top of the window while a page loads; appears after half a second. */
export function LoadingBar({ active }: { active: boolean }) {
  const { t } = useTranslation('kit');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!active) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), 500);
    return () => clearTimeout(timer);
  }, [active]);
  return shown ? <div className="sp-loading-bar" role="progressbar" aria-label={t('loading')} /> : null;
}
