import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import type { RemovalPreview } from '#server/use-cases/remove-by-operator.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { button, section, table } from '../parts.ts';
import { formatOf, operationsPaths, texts } from '../texts.ts';
import { casePath } from './look-up-form.ts';
import { reasonField, unsavedText } from './reason-field.ts';

/** Address of the page on which an application is removed, without its number. */
export const removalPath = (locale: Locale): string =>
  `${operationsPaths[locale]}/${texts[locale].removal.path}`;

/** Why nothing was removed. */
export type RemovalNotice = 'moved' | 'stays' | 'reason' | 'role' | 'unwritten';

export type RemovalPage = {
  processId: string;
  /** Ticket number; the id of an application that has none. */
  number: string;
  preview: RemovalPreview;
  notice: RemovalNotice | null;
  /** The reason that was typed and not taken. */
  typed: string;
  /** Whether the operator may remove it. */
  mayErase: boolean;
};

/** Leads from the page of a case to the one of its removal. */
export function removalLink(locale: Locale, processId: string): Html {
  const t = texts[locale].removal;
  return section(
    'removal',
    t.section,
    html`<p class="sp-measure">${t.sectionNote}</p>`,
    html`<form method="get" action="${removalPath(locale)}"><input type="hidden" name="number" value="${processId}"><div class="sp-actions">${button(t.open, 'secondary')}</div></form>`,
  );
}

/** The page on which an operator sees what a removal takes with it, gives a reason, and removes an application. */
export function removalPage(frame: PageFrame, page: RemovalPage): string {
  const { locale } = frame;
  const t = texts[locale].removal;
  const { processId, number, preview, notice, typed, mayErase } = page;
  const isOffered = mayErase && preview.stays === null;
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${casePath(locale)}?number=${processId}">${t.back}</a></p>
      <h1 class="sp-page-heading">${filled(t.title, { number })}</h1>
      ${notice && html`<p class="sp-error" role="alert"><span>${t.notice[notice]}</span></p>`}
      ${!mayErase && html`<p class="sp-measure">${t.roleMissing}</p>`}
      ${
        preview.stays === null
          ? html`<p class="sp-measure">${t.lead}</p>`
          : html`<p class="sp-measure"><strong>${t.stays}</strong> ${t.why[preview.stays]}</p>`
      }
      ${countsTable(locale, preview)}
      ${isOffered ? removalForm(locale, page) : unsavedText(typed, locale)}
    </div>`,
    { pathOf: removalPath },
  );
}

function countsTable(locale: Locale, { counts }: RemovalPreview): Html {
  const t = texts[locale].removal;
  const { count } = formatOf(locale);
  const rows = [
    { kind: 'application', of: 1 },
    ...Object.entries(counts).map(([kind, of]) => ({ kind, of })),
  ] as { kind: keyof typeof t.kinds; of: number }[];
  return table(
    t.caption,
    [
      { title: t.what, cell: ({ kind }) => t.kinds[kind] },
      { title: texts[locale].count, numeric: true, cell: ({ of }) => count(of) },
    ],
    rows,
    '',
  );
}

function removalForm(locale: Locale, { processId, preview, notice, typed }: RemovalPage): Html {
  const t = texts[locale].removal;
  return html`<form class="sp-stack sp-measure" method="post" action="${removalPath(locale)}">
    <input type="hidden" name="process" value="${processId}">
    <input type="hidden" name="seen" value="${preview.mark}">
    ${reasonField({
      id: 'because',
      label: t.because,
      hint: t.becauseHint,
      typed,
      error: notice === 'reason' ? t.becauseWrong : null,
    })}
    <div class="sp-actions">${button(t.button)}</div>
  </form>`;
}

/** Says that an application is removed; what the security log calls it stands there to be noted. */
export function removedPage(frame: PageFrame, processId: string): string {
  const t = texts[frame.locale].removal;
  return endPage(frame, { heading: t.done, note: filled(t.doneNote, { id: processId }), status: 'status' });
}

/** Says that an application has meanwhile gone. */
export function goneRemovalPage(frame: PageFrame): string {
  const t = texts[frame.locale].removal;
  return endPage(frame, { heading: t.gone, note: t.goneNote, status: 'alert' });
}

function endPage(
  frame: PageFrame,
  { heading, note, status }: { heading: string; note: string; status: 'status' | 'alert' },
): string {
  return operationsDocument(
    frame,
    html`<div class="sp-stack">
      <h1 class="sp-page-heading">${heading}</h1>
      <p class="sp-measure" role="${status}">${note}</p>
      <p><a class="sp-link" href="${operationsPaths[frame.locale]}">${texts[frame.locale].case.back}</a></p>
    </div>`,
    { pathOf: (locale) => operationsPaths[locale] },
  );
}
