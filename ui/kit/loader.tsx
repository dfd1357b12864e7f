import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';

const SIZES = { block: 'sp-skeleton--block', page: 'sp-skeleton--page' } as const;

/**
 * Reserves the space of contents that are loading, so that nothing jumps when they arrive. The text is there at once,
 * the grey lines appear only after half a second.
 */
export function Skeleton({ size = 'block', label }: { size?: keyof typeof SIZES; label?: string }) {
  const { t } = useTranslation('kit');
  return (
    <div className={classes('sp-skeleton', SIZES[size])} role="status">
      <span className="kern-sr-only">{label ?? t('loading')}</span>
    </div>
  );
}

/** A sign that something is in progress; the label names it. */
export function Loader({ label }: { label: string }) {
  return (
    <div className="sp-loader">
      <span className="sp-loader__sign" aria-hidden="true" />
      <span role="status">{label}</span>
    </div>
  );
}

/** The thin bar at the top of the window while a page loads; when complete, it runs to its end. */
export function LoadingBar({ complete = false }: { complete?: boolean }) {
  const { t } = useTranslation('kit');
  return (
    <div
      className={classes('sp-loading-bar', complete && 'sp-loading-bar--complete')}
      role="progressbar"
      aria-label={t('loading')}
    />
  );
}
