import { useLayoutEffect } from 'react';
import later from '#ui/styles/later.css?inline';

let adopted = false;

/** Gives the page the styles of what it did not come with, once. */
export function useLaterStyles(): void {
  useLayoutEffect(() => {
    // Not in the documents that tests are run in.
    if (adopted || !('adoptedStyleSheets' in document)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(later);
    document.adoptedStyleSheets.push(sheet);
    adopted = true;
  }, []);
}
