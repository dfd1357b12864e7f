import { useTranslation } from 'react-i18next';
import { type Locale, locales } from '#domain/locale.ts';
import type { FrameProps } from '#ui/frame/types.ts';
import { choiceHref, hrefOf, pageHref, translatedHref } from './paths.ts';
import { useHref, useLocale } from './portal-context.tsx';
import { useTheme } from './settings-context.tsx';

/**
 * Data about the portal that both frames need.
 * @param slugs addresses of the current content page, in each language
 */
export function useFrameProps(slugs?: Readonly<Record<Locale, string>>): FrameProps {
  const { t } = useTranslation('common');
  const theme = useTheme();
  const locale = useLocale();
  const href = useHref();
  const home = hrefOf.home(locale);
  const page = (address: string, label: string) => ({ href: address, label, current: address === href });
  return {
    portal: {
      state: theme.stateName[locale],
      headerTitle: theme.headerTitle[locale],
      footerTitle: theme.footerTitle[locale],
      headerLogo: theme.headerLogo,
      footerLogo: theme.footerLogo,
    },
    home,
    navigation: [
      { href: `${home}#topics`, label: t('navigation.topics') },
      { href: `${home}#life-situations`, label: t('navigation.lifeSituations') },
      page(hrefOf.portals(locale), t('navigation.portals')),
      page(pageHref(locale, 'help'), t('navigation.help')),
      ...(theme.returnUrl === null ? [] : [{ href: theme.returnUrl, label: siteOf(theme.returnUrl) }]),
    ],
    languages: locales.map((code) => {
      const translated = translatedHref(href, code, slugs);
      return {
        code,
        name: t(`languages.${code}`),
        href: translated,
        choice: choiceHref(translated, code),
        current: code === locale,
      };
    }),
    footerLinks: [
      ...(['imprint', 'privacy', 'terms', 'accessibility'] as const).map((key) => ({
        href: pageHref(locale, key),
        label: t(`pages.${key}`),
      })),
      ...theme.footerLinks.map(({ url, label }) => ({ href: url[locale], label: label[locale] })),
    ],
    access: {
      reportBarrier: pageHref(locale, 'reportBarrier'),
      easyLanguage: pageHref(locale, 'easyLanguage'),
      signLanguage: pageHref(locale, 'signLanguage'),
    },
  };
}

/** The name people know a website by: `www.example.de` is example.de. */
const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
