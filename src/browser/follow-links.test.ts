import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { followLinks } from './follow-links.ts';

const go = vi.fn();
beforeAll(() => followLinks(go, (path) => path !== '/formular'));
afterEach(() => {
  go.mockClear();
  document.body.replaceChildren();
});

/** Clicks on a link. @returns whether it was left to the browser */
function click(attributes: Record<string, string>, how: MouseEventInit = {}): boolean {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  const word = link.appendChild(document.createElement('span'));
  document.body.append(link);
  let isLeft = false;
  // jsdom cannot load pages.
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  word.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
  return isLeft;
}

it.each([
  ['/suche?q=Hund#top', '/suche?q=Hund#top'],
  ['/en/imprint', '/en/imprint'],
])('a plain click on %s changes the page', (href, address) => {
  expect(click({ href })).toBe(false);
  expect(go).toHaveBeenCalledWith(address);
});

it('the language switch does not tell the service what the page remembers itself', () => {
  click({ href: '/en/search?q=dog&lang=en', hreflang: 'en' });
  expect(go).toHaveBeenCalledWith('/en/search?q=dog');
});

it.each<[string, Record<string, string>, MouseEventInit]>([
  ['another portal', { href: 'https://other.example/suche' }, {}],
  ['a page of the other bundle', { href: '/formular' }, {}],
  ['a file that is served as it is', { href: '/licences/noto-sans.txt' }, {}],
  ['what is to open elsewhere', { href: '/suche', target: '_blank' }, {}],
  ['what is to be kept', { href: '/suche', download: '' }, {}],
  ['a place on this page', { href: '#main' }, {}],
  ['a link that is to open in a window of its own', { href: '/suche' }, { ctrlKey: true }],
])('%s is left to the browser', (_, attributes, how) => {
  expect(click(attributes, how)).toBe(true);
  expect(go).not.toHaveBeenCalled();
});
