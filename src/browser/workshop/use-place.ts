import { useEffect, useState } from 'react';
import type { Locale } from '#domain/locale.ts';
import { hrefOf, type Place, placeOf } from '#ui/workshop/place.ts';

/** The place that the address names, and the way to another. Links within the workshop lead there without a load. */
export function usePlace(locale: Locale) {
  const [place, setPlace] = useState(() => placeOf(location.search));
  useEffect(() => {
    const read = () => setPlace(placeOf(location.search));
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const isOwn =
        link?.origin === location.origin && link.pathname === location.pathname && link.hash === '';
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!link || !isOwn || !isPlain) return;
      event.preventDefault();
      history.pushState(null, '', link.href);
      read();
      scrollTo(0, 0);
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
    setPlace(placeOf(location.search));
  };
  return { place, go };
}
