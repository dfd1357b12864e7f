import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import type { FrameLink, FrameProps } from './types.ts';

/** The footer of every page: ways to get help and understand the page, then the links that the law requires. */
export function FooterLinks({ portal, access, footerLinks }: FrameProps) {
  const { t } = useTranslation('frame');
  const help: (FrameLink & { icon: IconName })[] = [
    { href: access.easyLanguage, label: t('easyLanguage'), icon: 'easy-language' },
    { href: access.signLanguage, label: t('signLanguage'), icon: 'sign-language' },
    { href: access.reportBarrier, label: t('reportBarrier'), icon: 'mail' },
  ];
  return (
    <footer className="sp-footer">
      <div className="sp-container sp-footer__bar">
        <p className="sp-footer__title">
          {portal.footerLogo && <img {...portal.footerLogo} alt="" loading="lazy" />}
          {portal.footerTitle}
        </p>
        <nav aria-label={t('access')}>
          <ul className="sp-footer__links sp-footer__links--help">
            {help.map((link) => (
              <li key={link.label}>
                <a href={link.href}>
                  <Icon name={link.icon} />
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('legal')}>
          <ul className="sp-footer__links">
            {footerLinks.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="sp-footer__owner">{t('owner', { state: portal.state })}</p>
      </div>
    </footer>
  );
}
