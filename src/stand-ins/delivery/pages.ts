import type { FastifyInstance } from 'fastify';
import { type Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import { sendPage } from '#stand-ins/kit/page.ts';
import type { Clerk } from './clerk.ts';
import type { Destination } from './destinations.ts';
import { readMetadata } from './examine.ts';
import type { Inbox } from './inbox.ts';
import {
  attachmentList,
  caseList,
  dataList,
  messageCard,
  stateBadge,
  submissionCard,
  timeOf,
} from './page-parts.ts';
import { openMessage } from './postbox.ts';
import type { SubmissionRecord } from './records.ts';
import type { SubmissionStore } from './store.ts';

const SHOWN = 100;
const ROLE = 'Zustelldienst und Behörden / Delivery service and authorities';

type ById = { Params: { id: string; part: string; verdict: string } };

/** Pages for people: the list of received submissions, their content, and the clerk's two buttons. */
export function registerPages(
  app: FastifyInstance,
  {
    store,
    inbox,
    clerk,
    destinations,
    postboxDestinationId,
  }: {
    store: SubmissionStore;
    inbox: Inbox;
    clerk: Clerk;
    destinations: Map<string, Destination>;
    postboxDestinationId: string;
  },
): void {
  const nameOf = ({ destinationId }: SubmissionRecord) =>
    destinations.get(destinationId)?.name ?? destinationId;

  app.get('/', (_request, reply) => {
    const records = store.all().filter(({ submittedAt }) => submittedAt !== null);
    return sendPage(reply, {
      title: 'Eingegangene Anträge',
      role: ROLE,
      body: html`<h1>${both('Eingegangene Anträge', 'Applications received')}</h1>
${records.length === 0 ? html`<p>${both('Noch nichts eingegangen.', 'Nothing has arrived yet.')}</p>` : null}
<ul>${records.slice(0, SHOWN).map((record) => submissionCard(record, nameOf(record)))}</ul>`,
    });
  });

  /** The data as it came: XML, or nothing that can be read. */
  const textOf = (record: SubmissionRecord): Promise<string | null> =>
    inbox.open(record, 'data').then(
      ({ bytes }) => Buffer.from(bytes).toString(),
      () => null,
    );

  async function content(record: SubmissionRecord): Promise<Html> {
    if (record.destinationId !== postboxDestinationId) {
      const data = await inbox.openJson(record, 'data').catch(() => textOf(record));
      return html`<h2>${both('Daten des Antrags', 'Data of the application')}</h2>
<div class="card">${dataList(data)}</div>`;
    }
    const message = await openMessage(inbox, record).catch(() => null);
    return message ? messageCard(message) : html`<p>${both('Nicht lesbar.', 'Not readable.')}</p>`;
  }

  app.get<ById>('/submissions/:id', async (request, reply) => {
    const record = store.get(request.params.id);
    if (!record?.submittedAt) return reply.code(404).send();
    const metadata = await readMetadata(inbox, record);
    return sendPage(reply, {
      title: record.publicService.name ?? record.publicService.identifier,
      role: ROLE,
      body: html`<p><a href="/">${both('Alle Eingänge', 'Everything received')}</a></p>
<h1>${record.publicService.name ?? record.publicService.identifier}</h1>
<dl><dt>${both('Empfänger', 'Recipient')}</dt><dd>${nameOf(record)}</dd>
<dt>${both('Eingegangen', 'Received')}</dt><dd>${timeOf(record.submittedAt)}</dd>
<dt>${both('Kennung', 'Identifier')}</dt><dd>${record.submissionId}</dd>
<dt>${both('Zeichen des Absenders', 'Reference of the sender')}</dt>
<dd>${metadata?.additionalReferenceInfo?.senderReference ?? null}</dd>
<dt>${both('Stand', 'Status')}</dt><dd>${stateBadge(record)}</dd></dl>
${caseList(store.all(), record)}
${record.problems.map(({ title, detail }) => html`<p><strong>${title}</strong>: ${detail}</p>`)}
${record.state === 'submitted' ? decisionForms(record) : null}
${await content(record)}
${attachmentList(record, metadata?.contentStructure.attachments ?? [])}`,
    });
  });

  app.get<ById>('/submissions/:id/parts/:part', async (request, reply) => {
    const record = store.get(request.params.id);
    const { part } = request.params;
    if (!record?.submittedAt) return reply.code(404).send();
    if (part !== 'data' && part !== 'metadata' && !record.uploaded[part]) return reply.code(404).send();
    const opened = await inbox.open(record, part).catch(() => null);
    if (!opened) return reply.code(422).send();
    const metadata = await readMetadata(inbox, record);
    const described = metadata?.contentStructure.attachments.find(
      ({ attachmentId }) => attachmentId === part,
    );
    const kind = opened.mediaType === 'application/xml' ? 'xml' : 'json';
    const filename = encodeURIComponent(described?.filename ?? `${part}.${kind}`);
    return reply
      .header('Content-Disposition', `attachment; filename*=UTF-8''${filename}`)
      .header('X-Content-Type-Options', 'nosniff')
      .type(opened.mediaType)
      .send(Buffer.from(opened.bytes));
  });

  app.post<ById>('/submissions/:id/:verdict', async (request, reply) => {
    const { id, verdict } = request.params;
    if (verdict !== 'accept' && verdict !== 'reject') return reply.code(404).send();
    await clerk.decide(id, verdict);
    return reply.redirect(`/submissions/${encodeURIComponent(id)}`, 303);
  });
}

function decisionForms({ submissionId }: SubmissionRecord): Html {
  return html`<h2>${both('Entscheidung', 'Decision')}</h2>
<form method="post" action="/submissions/${submissionId}/accept">
<button class="primary">${both('Annehmen', 'Accept')}</button></form>
<form method="post" action="/submissions/${submissionId}/reject">
<button>${both('Zurückweisen', 'Reject')}</button></form>`;
}
