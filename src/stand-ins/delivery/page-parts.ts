import { type Html, html } from '#server/html/html.ts';
import type { Metadata } from '#server/submission/fit-connect/metadata.ts';
import { both } from '#stand-ins/kit/both.ts';
import type { ArrivedMessage } from './control-answers.ts';
import type { SubmissionRecord } from './records.ts';

const states: Record<SubmissionRecord['state'], [de: string, en: string]> = {
  incomplete: ['unvollständig', 'incomplete'],
  submitted: ['eingegangen, nicht geprüft', 'received, not checked'],
  accepted: ['angenommen', 'accepted'],
  rejected: ['zurückgewiesen', 'rejected'],
  deleted: ['gelöscht', 'deleted'],
};

const time = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Berlin',
});

export function timeOf(instant: string): string {
  return time.format(new Date(instant));
}

export function stateBadge({ state }: SubmissionRecord): Html {
  const [de, en] = states[state];
  return html`<span class="badge">${both(de, en)}</span>`;
}

export function submissionCard(record: SubmissionRecord, recipient: string): Html {
  const { publicService, submittedAt, submissionId } = record;
  return html`<li class="card">
<h2><a href="/submissions/${submissionId}">${publicService.name ?? publicService.identifier}</a></h2>
<p>${recipient} · ${submittedAt && timeOf(submittedAt)}</p>
${stateBadge(record)}
</li>`;
}

export function messageCard(message: NonNullable<ArrivedMessage['message']>): Html {
  return html`<h2>${both('Nachricht', 'Message')}</h2>
<dl><dt>${both('Postfach', 'Postbox')}</dt><dd>${message.mailboxUuid}</dd>
<dt>${both('Absender', 'Sender')}</dt><dd>${message.sender}</dd>
<dt>${both('Betreff', 'Subject')}</dt><dd>${message.title}</dd></dl>
<div class="card">${message.content.split('\n').map((line) => html`<p>${line}</p>`)}</div>`;
}

/** JSON of any depth, for people: names with their values. */
export function dataList(value: unknown): Html {
  if (typeof value !== 'object' || value === null) return html`${String(value)}`;
  if (Array.isArray(value)) return html`<ul>${value.map((one) => html`<li>${dataList(one)}</li>`)}</ul>`;
  return html`<dl>${Object.entries(value).map(([name, one]) => html`<dt>${name}</dt><dd>${dataList(one)}</dd>`)}</dl>`;
}

export function attachmentList(
  { submissionId, uploaded }: SubmissionRecord,
  attachments: Metadata['contentStructure']['attachments'],
): Html {
  const part = (name: string) => `/submissions/${submissionId}/parts/${name}`;
  return html`<h2>${both('Dateien', 'Files')}</h2>
<ul>
${attachments.map(
  ({ attachmentId, filename, mimeType, purpose }) => html`<li class="card">
<a href="${part(attachmentId)}">${filename ?? attachmentId}</a>
<p>${purpose} · ${mimeType} · ${uploaded[attachmentId]?.size ?? 0} Byte</p></li>`,
)}
<li class="card"><a href="${part('data')}">${both('Daten', 'Data')}</a></li>
<li class="card"><a href="${part('metadata')}">${both('Metadaten', 'Metadata')}</a></li>
</ul>`;
}

/** Links to the other submissions of its case that have arrived; null without any. */
export function caseList(
  all: readonly SubmissionRecord[],
  { submissionId, caseId }: SubmissionRecord,
): Html | null {
  const others = all.filter(
    (one) => one.caseId === caseId && one.submissionId !== submissionId && one.submittedAt !== null,
  );
  if (others.length === 0) return null;
  return html`<h2>${both('Im selben Vorgang', 'In the same case')}</h2>
<ul>${others.map(
    (one) =>
      html`<li><a href="/submissions/${one.submissionId}">${one.submittedAt && timeOf(one.submittedAt)}</a></li>`,
  )}</ul>`;
}
