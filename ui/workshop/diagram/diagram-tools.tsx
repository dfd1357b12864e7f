import type { ReactNode } from 'react';
import { useReading } from '../reading-context.ts';
import type { useZoom } from './use-zoom.ts';

/** The buttons above a drawing. */
export function DiagramTools({
  zoom,
  isFolding,
  foldAll,
  unfoldAll,
  children,
}: {
  zoom: ReturnType<typeof useZoom>;
  /** The drawing has boxes to fold. */
  isFolding: boolean;
  foldAll: () => void;
  unfoldAll: () => void;
  /** Further buttons. */
  children?: ReactNode;
}) {
  const { t } = useReading();
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of a drawing are no fieldset
    <div className="ws-tools" role="group" aria-label={t('diagram.tools')}>
      <button type="button" onClick={zoom.zoomIn} aria-label={t('diagram.zoomIn')}>
        +
      </button>
      <button type="button" onClick={zoom.zoomOut} aria-label={t('diagram.zoomOut')}>
        −
      </button>
      <button type="button" onClick={zoom.fit}>
        {t('diagram.fit')}
      </button>
      <button type="button" onClick={zoom.fitAll}>
        {t('diagram.fitAll')}
      </button>
      {isFolding && (
        <>
          <button type="button" onClick={unfoldAll}>
            {t('diagram.unfoldAll')}
          </button>
          <button type="button" onClick={foldAll}>
            {t('diagram.foldAll')}
          </button>
        </>
      )}
      {children}
    </div>
  );
}
