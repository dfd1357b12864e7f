import type { Locale } from '#domain/locale.ts';
import { focusOn } from './page.ts';
import { words } from './words.ts';

/** Shows that the form is not open (any more); in both languages if the language is unknown. */
export function showLost(content: HTMLElement, locale: Locale | null): void {
  const shown: Locale[] = locale ? [locale] : (Object.keys(words.lost) as Locale[]);
  const element = (name: string, lang: Locale, text: string) =>
    Object.assign(document.createElement(name), { lang, textContent: text });
  content.replaceChildren(
    ...shown.flatMap((lang, index) => [
      element(index === 0 ? 'h1' : 'h2', lang, words.lostTitle[lang]),
      element('p', lang, words.lost[lang]),
    ]),
  );
  const [first = 'de'] = shown;
  document.documentElement.lang = first;
  document.title = words.lostTitle[first];
  const title = content.querySelector('h1') as HTMLElement;
  title.id = 'title';
  title.tabIndex = -1;
  focusOn('title');
}
