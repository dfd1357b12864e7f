import type { i18n as I18n } from 'i18next';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import css from '#ui/inspection/inspection-mark.css?inline';
import { InspectionMark } from '#ui/inspection/inspection-mark.tsx';

type Mark = { viewer: { host: string; open: () => void } | null; stop: () => void };

/** Says at the top of the window, above everything else, that it is being followed. */
export function showMark(i18n: I18n, { viewer, stop }: Mark): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  const place = document.createElement('div');
  place.className = 'sp-inspection';
  place.popover = 'manual';
  document.body.prepend(place);
  const { style } = document.documentElement;
  const size = new ResizeObserver(() => {
    // The mark hides neither the top of the page nor an element that gets the focus.
    style.setProperty('--sp-inspection', `${place.offsetHeight}px`);
  });
  size.observe(place);
  const raise = () => {
    place.hidePopover();
    place.showPopover();
  };
  raise();
  // The element shown last covers those shown before.
  const dialogs = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) raise();
  });
  dialogs.observe(document.body, { subtree: true, childList: false, attributeFilter: ['open'] });
  const root = createRoot(place);
  const end = () => {
    stop();
    dialogs.disconnect();
    size.disconnect();
    style.removeProperty('--sp-inspection');
    root.unmount();
    place.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
  root.render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <Suspense>
          <InspectionMark viewer={viewer} onStop={end} />
        </Suspense>
      </I18nextProvider>
    </StrictMode>,
  );
}
