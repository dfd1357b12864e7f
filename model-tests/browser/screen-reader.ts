import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';

const ADDRESS = '/assets/test-screen-reader.js';
const script = readFileSync(
  fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js')),
  'utf8',
);

/** Most phrases of a page: a reader that never arrives at the end is a fault. */
const MOST_PHRASES = 1_500;

const MONTHS = {
  de: 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
  en: 'January|February|March|April|May|June|July|August|September|October|November|December',
};

/** Parts that differ from run to run: numbers of applications, times, days, and sizes of documents. */
const CHANGING: readonly [RegExp, string][] = [
  [/\bSP(?:[- ]?[0-9A-Z]{3,})+\b/g, 'SP-…'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '00000000-…'],
  [/\b\d{1,2}:\d{2}\b/g, '00:00'],
  [/\b\d{1,2}\.\d{1,2}\.20\d\d\b/g, '01.01.2000'],
  [new RegExp(`\\b\\d{1,2}\\. (${MONTHS.de}) 20\\d\\d`, 'g'), '1. Januar 2000'],
  [new RegExp(`\\b\\d{1,2} (${MONTHS.en}) 20\\d\\d`, 'g'), '1 January 2000'],
  [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec) 20\d\d\b/g, '1 Jan 2000'],
  [/(?<=(?:Zum Beispiel|For example) )\d{1,2} \d{1,2} \d{4}/g, '1 1 2000'],
  [/^(textbox, (?:Tag|Monat|Jahr|Day|Month|Year), )\d+/g, '$1…'],
  [/\b[\d.,]+ (?:KB|Byte)\b/g, '… KB'],
];

/** Offers the screen reader to the pages of a window. Once for each window, before its first page. */
export const offerScreenReader = (page: Page): Promise<unknown> =>
  page.route(`**${ADDRESS}`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));

/**
 * Reads part of a page from its beginning to its end as a screen reader would say it: a phrase a line.
 * Contents of closed folds and menus are read too, unlike by a real screen reader.
 * @param part selector of the part; by default the whole page
 */
export async function read(page: Page, part = 'body'): Promise<string[]> {
  const phrases = await page.evaluate(
    async ([address, selector, most]) => {
      // The library reads these attributes, browsers say the present state.
      for (const box of document.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]'))
        box.toggleAttribute('checked', box.checked);
      const { virtual } = (await import(address)) as typeof import('@guidepup/virtual-screen-reader');
      await virtual.start({ container: document.querySelector(selector)! });
      for (let count = 0; count < most; count += 1) {
        await virtual.next();
        if (/^end of (?:document|main)\b/.test(await virtual.lastSpokenPhrase())) break;
      }
      const log = await virtual.spokenPhraseLog();
      await virtual.stop();
      return log;
    },
    [ADDRESS, part, MOST_PHRASES] as const,
  );
  if (phrases.length >= MOST_PHRASES) throw new Error('the screen reader does not arrive at the end');
  return phrases
    .map((phrase) => CHANGING.reduce((said, [what, by]) => said.replace(what, by), phrase))
    .filter((phrase) => !isMarkup(phrase));
}

/** Whether a phrase is for browsers without script: the library reads it as text, browsers do not. */
const isMarkup = (phrase: string): boolean => /^<\w/.test(phrase);
