import { useEffect, useRef } from 'react';
import { locales } from '#domain/locale.ts';
import { hrefOf } from './place.ts';
import { sections } from './sections.tsx';
import { useWorkshop } from './workshop-context.ts';

/** The workshop: its navigation and the section that the address names. */
export function WorkshopPage() {
  const { t, locale, place, hrefOf: hrefHere } = useWorkshop();
  const { Content, id: current } = sections.find(({ id }) => id === place.section) ?? sections[0];
  const other = locales.find((each) => each !== locale) ?? locale;
  const main = useRef<HTMLElement>(null);
  const at = `${current} ${place.workflow ?? ''}`;
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    main.current?.focus();
  }, [at]);
  return (
    <div className="ws-page">
      <a className="ws-skip" href="#main">
        {t('skip')}
      </a>
      <header className="ws-header">
        <a className="ws-mark" href={hrefHere({})}>
          {t('title')}
        </a>
        <nav aria-label={t('sections.label')}>
          <ul className="ws-tabs">
            {sections.map(({ id, name }, index) => (
              <li key={id}>
                <a
                  href={hrefHere(index === 0 ? {} : { section: id })}
                  aria-current={id === current ? 'page' : undefined}
                >
                  {name(t)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a className="ws-language" href={hrefOf(other, place)} lang={other} hrefLang={other}>
          {t('otherLanguage')}
        </a>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Content />
      </main>
    </div>
  );
}
