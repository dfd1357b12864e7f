import { createContext, use, useLayoutEffect } from 'react';
import { useLocale } from './portal-context.tsx';
import { useTheme } from './settings-context.tsx';

/** Contents of the document's head about a page. */
export type DocumentHead = {
  title: string;
  description: string;
  /** Paths of the same page in each language; null if it exists only once. */
  alternates: { de: string; en: string } | null;
};

/** Head on the server, where there is no document yet: the page being rendered records it here. */
const HeadContext = createContext<DocumentHead | null>(null);
export const DocumentHeadProvider = HeadContext.Provider;

/** Way to set the window's title. */
const TitleContext = createContext((title: string): void => {
  document.title = title;
});
export const TitleProvider = TitleContext.Provider;

/**
 * The title of the window: screen and portal name (spec section 2), and the rest of the head.
 * @param title name of the screen
 */
export function useDocumentHead({
  title,
  description = '',
  alternates = null,
}: {
  title: string;
  description?: string | undefined;
  alternates?: DocumentHead['alternates'];
}): void {
  const { portalName } = useTheme();
  const whole = `${title} – ${portalName[useLocale()]}`;
  const head = use(HeadContext);
  if (head) Object.assign(head, { title: whole, description, alternates });
  const writeTitle = use(TitleContext);
  // The title changes with the screen, not after it: on continuing at once, the title of this step remains in the history.
  useLayoutEffect(() => writeTitle(whole), [whole, writeTitle]);
}
