import { useEffect, useState } from 'react';
import { localeOfPath, workshopPaths } from '#contract/pages.ts';
import { hrefOf, type Place, placeOf } from '#ui/workshop/place.ts';
import { textsIn } from '#ui/workshop/texts.ts';

const isWorkshop = (path: string): boolean => Object.values<string>(workshopPaths).includes(path);

const readAddress = () => ({ locale: localeOfPath(location.pathname), place: placeOf(location.search) });

/**
 * The place and language that the address names, and the way to another place. Links within the workshop lead there without a
 * load, to the other language as well: what is recorded stays.
 */
export function usePlace() {
  const [{ locale, place }, set] = useState(readAddress);
  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = textsIn(locale)('title');
  }, [locale]);
  useEffect(() => {
    const read = () => set(readAddress());
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const isOwn = link?.origin === location.origin && isWorkshop(link.pathname) && link.hash === '';
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!link || !isOwn || !isPlain) return;
      event.preventDefault();
      history.pushState(null, '', link.href);
      read();
      // Who changes the language reads on where they are.
      if (link.hreflang === '') scrollTo(0, 0);
    };
    addEventListener('popstate', read);
    document.addEventListener('click', follow);
    return () => {
      removeEventListener('popstate', read);
      document.removeEventListener('click', follow);
    };
  }, []);
  const go = (to: Place, { replace = false } = {}) => {
    history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(locale, to));
    set(readAddress());
  };
  return { locale, place, go };
}
