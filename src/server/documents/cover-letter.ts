import { type Context, moment } from './context.ts';
import { furnitureOf } from './furniture.ts';
import { infoOf } from './info.ts';
import type { Block, LetterHead } from './layout/blocks.ts';
import type { Composition } from './layout/render.ts';
import { letterLines, paragraph } from './parts.ts';

function head(context: Context): LetterHead {
  const { data, say, format } = context;
  const { authority } = data;
  const [name = '', ...address] = letterLines(context);
  const writers = [data.applicantCompany, data.applicantName].filter((part) => part !== null);
  const from = data.applicantAddress;
  const references = [
    ...(from ? [{ label: say('coverLetter.sender'), value: [...writers, ...from].join('\n') }] : []),
    { label: say('common.ticketNumber'), value: data.ticketNumber },
    ...(authority.contactPerson
      ? [{ label: say('coverLetter.contactPerson'), value: authority.contactPerson }]
      : []),
    { label: say('coverLetter.date'), value: format.date(data.submittedAt ?? data.confirmedAt) },
  ];
  return {
    returnAddress: [...writers, ...(from ?? [data.portalName])].join(' · '),
    recipient: [name, ...(authority.contactPerson ? [authority.contactPerson] : []), ...address],
    references,
  };
}

function attachments({ data, say }: Context): Block[] {
  if (data.attachments.length === 0) return [];
  const items = data.attachments.map(({ fieldLabel, filename }) =>
    fieldLabel ? `${fieldLabel}: ${filename}` : filename,
  );
  return [paragraph(say('coverLetter.attachments')), { kind: 'list', items }];
}

/** Documents that the person has announced; by hand they tick those that are in the letter. */
function announced({ data, say, format }: Context): Block[] {
  const { documents, until } = data.owed;
  if (documents.length === 0) return [];
  const items = documents.map((label) => say('coverLetter.tick', { label }));
  const online = data.owed.online ? [paragraph(say('coverLetter.owedOnline'))] : [];
  const day =
    until === null ? [] : [paragraph(say('coverLetter.owedUntil', { date: format.weekday(until) }))];
  return [paragraph(say('coverLetter.owed')), { kind: 'list', items }, ...day, ...online];
}

function statements(context: Context): string[] {
  const { data, say, format } = context;
  const texts: string[] = [];
  if (data.payment) {
    const { amountCents, paidAt, reference } = data.payment;
    const payment = say('coverLetter.payment', {
      amount: format.amount(amountCents),
      date: format.date(paidAt),
    });
    texts.push(reference ? `${payment} ${say('coverLetter.reference', { reference })}` : payment);
  }
  if (data.electronicNotice !== null) {
    texts.push(
      say(data.electronicNotice ? 'coverLetter.electronicNoticeYes' : 'coverLetter.electronicNoticeNo'),
    );
  }
  return texts;
}

/** Returns the name of the writer; where it is unknown, room to write it by hand. */
function signature({ data, say }: Context): Block[] {
  const names = [data.applicantName, data.applicantCompany].filter((name) => name !== null);
  return names.length > 0 ? names.map((name) => paragraph(name)) : [paragraph(say('coverLetter.name'))];
}

/** A letter to the authority that accompanies the application or documents sent later. */
export function coverLetterComposition(context: Context): Composition {
  const { data, say } = context;
  const opening = data.submittedAt
    ? say('coverLetter.sent', { at: moment(context, data.submittedAt), portal: data.portalName })
    : say('coverLetter.prepared', { portal: data.portalName });
  const subject = say('coverLetter.subjectLine', { service: data.serviceTitle });
  return {
    info: infoOf(context, 'coverLetter', data.submittedAt ?? data.confirmedAt),
    blocks: [
      { kind: 'letterHead', head: head(context) },
      { kind: 'heading', level: 1, text: subject, style: 'subject' },
      paragraph(say('coverLetter.salutation')),
      paragraph(`${opening} ${say('coverLetter.ticket', { ticket: data.ticketNumber })}`),
      paragraph(say('coverLetter.purpose')),
      ...announced(context),
      ...attachments(context),
      ...statements(context).map((text) => paragraph(text)),
      paragraph(say('coverLetter.closing')),
      ...signature(context),
      paragraph(say('coverLetter.machine'), 'small'),
    ],
    furniture: furnitureOf(context, say('coverLetter.kind')),
  };
}
