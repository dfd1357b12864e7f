import { Component, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { hrefOf, localeOfPath } from '#ui/screens/shared/paths.ts';

/**
 * The boundary around everything: an error that breaks the workflows also breaks the error screen, which depends on
 * them. A text and two links that load a page again remain.
 */
export class LastResort extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Suspense>
        <LastWords />
      </Suspense>
    );
  }
}

function LastWords() {
  const { t } = useTranslation(['errors', 'common']);
  return (
    <main id="main" className="sp-main sp-container">
      <div className="sp-stack sp-measure">
        <h1 className="sp-page-heading">{t('title.internal')}</h1>
        <p>{t('code.internal')}</p>
        <p>{t('next.internal')}</p>
        <div className="sp-actions">
          <a className="kern-btn kern-btn--primary" href={location.href} target="_self">
            <span className="kern-label">{t('reload')}</span>
          </a>
          <a
            className="kern-btn kern-btn--secondary"
            href={hrefOf.home(localeOfPath(location.pathname))}
            target="_self"
          >
            <span className="kern-label">{t('common:toHome')}</span>
          </a>
        </div>
      </div>
    </main>
  );
}
