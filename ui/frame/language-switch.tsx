import { useTranslation } from 'react-i18next';
import type { LanguageLink } from './types.ts';

/** Each language by its name in that language; a flag names a country, not a language. */
export function LanguageSwitch({ languages }: { languages: readonly LanguageLink[] }) {
  const { t } = useTranslation('frame');
  return (
    <nav aria-label={t('languages')}>
      <ul className="sp-languages">
        {languages.map((language) => (
          <li key={language.code}>
            <a
              href={language.choice}
              lang={language.code}
              hrefLang={language.code}
              aria-current={language.current ? 'true' : undefined}
            >
              {language.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
