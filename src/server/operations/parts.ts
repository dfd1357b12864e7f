import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { operationsPaths, texts } from './texts.ts';

export type Column<Row> = { title: string; numeric?: boolean; cell: (row: Row) => Html | string };

/**
 * A table, whose rows become blocks on phones and tablets (ui/styles/content.css); a sentence instead when it is empty. The first
 * column is the header of its row.
 */
export function table<Row>(caption: string, columns: Column<Row>[], rows: Row[], empty: string): Html {
  if (rows.length === 0) return html`<p class="sp-measure">${empty}</p>`;
  const [first, ...rest] = columns;
  const modifier = (kind: string, { numeric }: Column<Row>) =>
    numeric ? `kern-table__${kind} kern-table__${kind}--numeric` : `kern-table__${kind}`;
  return html`<table class="kern-table sp-table">
    <caption class="kern-title">${caption}</caption>
    <thead class="kern-table__head"><tr class="kern-table__row">${columns.map(
      (column) => html`<th scope="col" class="${modifier('header', column)}">${column.title}</th>`,
    )}</tr></thead>
    <tbody class="kern-table__body">${rows.map(
      (row) =>
        html`<tr class="kern-table__row"><th scope="row" class="kern-table__header">${first?.cell(row) ?? ''}</th>${rest.map(
          (column) =>
            html`<td data-title="${column.title}" class="${modifier('cell', column)}">${column.cell(row)}</td>`,
        )}</tr>`,
    )}</tbody>
  </table>`;
}

/** A part of the page under a heading of its own. */
export const section = (id: string, title: string, ...content: Html[]): Html =>
  html`<section class="sp-stack" aria-labelledby="${id}"><h2 id="${id}" class="sp-section-heading">${title}</h2>${content}</section>`;

/** A field with its label. */
export const field = (id: string, label: string, input: Html, error: string | null = null): Html =>
  html`<div class="sp-field${error !== null && ' sp-field--error'}"><label class="kern-label" for="${id}">${label}</label>${
    error !== null && html`<p class="sp-error" id="${id}-error"><span>${error}</span></p>`
  }<div class="sp-control">${input}</div></div>`;

/** A button that sends its form. */
export const button = (label: string, variant: 'primary' | 'secondary' = 'primary'): Html =>
  html`<button type="submit" class="kern-btn kern-btn--${variant}"><span class="kern-label">${label}</span></button>`;

/** A link to the page of an application, by its ticket number. */
export const caseLink = (locale: Locale, ticketNumber: string): Html =>
  html`<a class="sp-link sp-link--quiet" href="${operationsPaths[locale]}/${texts[locale].case.path}?number=${ticketNumber}">${ticketNumber}</a>`;
