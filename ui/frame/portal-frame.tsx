import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { FooterLinks } from './footer.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import type { FrameProps } from './types.ts';

/**
 * The default layout: official band, header with portal name, navigation, account bar and languages, the page, the
 * footer. Below 768 px everything but the name and the languages folds into one menu that opens without
 * scripts: a person who cannot read the page must see the other language.
 * @param account login, or name with menu; rendered in the header and in the menu (only one of them is visible), so its
 * ids must come from useId
 * @param banner important on every page, above its contents
 * @param isOver the session has ended: the menu closes, because it would cover the message about the end
 */
export function PortalFrame({
  account,
  banner,
  isOver,
  children,
  ...frame
}: FrameProps & { account?: ReactNode; banner?: ReactNode; isOver: boolean; children: ReactNode }) {
  const { t } = useTranslation('frame');
  return (
    <div className="sp-frame">
      <a className="sp-skip" href="#main">
        {t('skip')}
      </a>
      <header className="sp-header">
        <OfficialBand state={frame.portal.state} />
        <div className="sp-container sp-header__bar">
          <PortalMark {...frame} />
          {account !== undefined && <div className="sp-header__account">{account}</div>}
          <div className="sp-header__tools">
            <LanguageSwitch languages={frame.languages} />
            <details key={String(isOver)} className="sp-menu">
              <summary className="sp-menu__summary">
                <Icon name="menu" />
                {t('menu')}
              </summary>
              <div className="sp-menu__body">
                {account}
                <Navigation {...frame} label={t('mobileNavigation')} />
              </div>
            </details>
          </div>
        </div>
        {frame.navigation.length > 0 && (
          <div className="sp-container sp-header__navigation">
            <Navigation {...frame} label={t('navigation')} />
          </div>
        )}
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

/** The official sender of the page, above everything else. */
export function OfficialBand({ state }: { state: string }) {
  const { t } = useTranslation('frame');
  return (
    <div className="sp-band">
      <div className="sp-container">{t('official', { state })}</div>
    </div>
  );
}

/** Logo and title, linked to the start page. */
export function PortalMark({ portal, home }: Pick<FrameProps, 'portal' | 'home'>) {
  const { t } = useTranslation('frame');
  return (
    <a className="sp-mark" href={home}>
      <img {...portal.headerLogo} alt="" loading="lazy" />
      <span className="sp-mark__name">
        {portal.headerTitle}
        <span className="sp-mark__state">{portal.state}</span>
        <VisuallyHidden>{t('home')}</VisuallyHidden>
      </span>
    </a>
  );
}

function Navigation({ navigation, label }: FrameProps & { label: string }) {
  if (navigation.length === 0) return null;
  return (
    <nav aria-label={label}>
      <ul className="sp-navigation">
        {navigation.map((link) => (
          <li key={link.href}>
            <a href={link.href} aria-current={link.current ? 'page' : undefined}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
