import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FooterLinks } from './footer.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { OfficialBand, PortalMark } from './portal-frame.tsx';
import type { FrameProps } from './types.ts';

/**
 * The minimal layout of an application, without links that lead away by accident.
 * @param service name of the service being applied for
 * @param saveState "Saved 14:32" and the like, see SaveState
 * @param leave link or button that leaves the application
 * @param banner important on every page, above its contents
 */
export function ApplicationFrame({
  service,
  saveState,
  leave,
  banner,
  children,
  ...frame
}: FrameProps & {
  service: ReactNode;
  saveState?: ReactNode;
  leave?: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('frame');
  return (
    <div className="sp-frame">
      <a className="sp-skip" href="#main">
        {t('skip')}
      </a>
      <header className="sp-header sp-header--minimal">
        <OfficialBand state={frame.portal.state} />
        <div className="sp-container sp-header__bar">
          <PortalMark {...frame} />
          <LanguageSwitch languages={frame.languages} />
        </div>
        <div className="sp-service">
          <div className="sp-container sp-service__bar">
            <span className="sp-service__name">{service}</span>
            <span className="sp-service__state">{saveState}</span>
            <span className="sp-service__leave">{leave}</span>
          </div>
        </div>
      </header>
      <main id="main" className="sp-main" tabIndex={-1}>
        <div className="sp-container">
          {banner}
          {children}
        </div>
      </main>
      <FooterLinks {...frame} />
    </div>
  );
}
