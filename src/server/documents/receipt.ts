import { germanDay } from '#domain/german-time.ts';
import { announcedOn } from '#machines/process/notice-day.ts';
import { contactBoxOf } from '#server/content/contact-box.ts';
import { type Context, moment } from './context.ts';
import { furnitureOf } from './furniture.ts';
import { infoOf } from './info.ts';
import type { Block, Definition } from './layout/blocks.ts';
import type { Composition } from './layout/render.ts';
import {
  applicantRows,
  attachmentsSection,
  authorityLines,
  DELIVERY,
  hashText,
  letterLines,
  paragraph,
  paymentSection,
  row,
  section,
  subsection,
  titleBlocks,
} from './parts.ts';
import { isTextKey } from './texts.ts';

/** Text groups for steps with an outcome other than done. */
export const OTHER_ENDS = { nothingToDo: 'stepsNothingToDo', refused: 'stepsRefused' } as const;

function opening(context: Context): Block[] {
  const { data, say } = context;
  const authority = data.authority.name[data.locale];
  const sentence = data.submittedAt
    ? say('receipt.summary', { at: moment(context, data.submittedAt), authority })
    : say('receipt.summaryPending', { authority });
  return [paragraph(sentence), paragraph(say('receipt.keep'))];
}

function handover(context: Context): Block {
  const { data, say } = context;
  const rows = [row(say('common.ticketNumber'), data.ticketNumber, 'strong')];
  rows.push(...applicantRows(context));
  rows.push(row(say('receipt.recipient'), authorityLines(context)));
  rows.push(row(say('common.confirmedAt'), moment(context, data.confirmedAt)));
  if (data.submittedAt) rows.push(row(say('common.submittedAt'), moment(context, data.submittedAt)));
  rows.push(...data.recalled.map(({ label, value }) => row(label, value)));
  if (data.postboxProvider) {
    rows.push(row(say('receipt.postbox'), say('receipt.postboxText', { provider: data.postboxProvider })));
  }
  return section(say('receipt.handover'), [{ kind: 'definitions', rows }]);
}

/** Statements of the person, word by word; an earlier version of the portal did not store them. */
function statements(context: Context): Block[] {
  const { data, say } = context;
  if (data.statements === null) return [];
  const at = moment(context, data.confirmedAt);
  return [
    section(say('form.confirmation'), [
      paragraph(say('receipt.statements', { at })),
      { kind: 'list', items: data.statements },
    ]),
  ];
}

/** Details for programs and experts: the way of transmission, and data to check it. */
function annex(context: Context): Block {
  const { data, say, format } = context;
  const rows = [row(say('common.serviceKey'), data.leiKaId)];
  if (data.delivery) rows.push(row(say(DELIVERY[data.delivery.externalIdType]), data.delivery.externalId));
  if (data.submittedAt) rows.push(row(say('common.submittedAt'), format.exact(data.submittedAt)));
  return section(say('common.annex'), [
    { kind: 'definitions', rows },
    ...progress(context),
    ...checksums(context),
  ]);
}

function progress({ data, say, format }: Context): Block[] {
  if (data.steps.length === 0) return [];
  const rows = data.steps.map(({ step, outcome, finishedAt }) => {
    if (outcome === 'done') return row(format.exact(finishedAt), say(`steps.${step}`));
    const key = `${OTHER_ENDS[outcome]}.${step}`;
    return row(format.exact(finishedAt), isTextKey(key) ? say(key) : step);
  });
  return [subsection(say('receipt.progress'), [{ kind: 'definitions', rows }])];
}

function checksums({ data, say }: Context): Block[] {
  const rows = data.attachments.map(
    ({ filename, mimeType, sha512 }, index): Definition => ({
      label: say('common.attachmentName', { number: index + 1 }),
      level: 0,
      value: [
        { text: `${filename} (${mimeType})`, style: 'body' },
        { text: hashText(sha512), style: 'hash' },
      ],
    }),
  );
  return [
    subsection(say('receipt.checksums'), [
      paragraph(say(data.attachments.length > 0 ? 'receipt.checksumsText' : 'receipt.integrityText')),
      {
        kind: 'definitions',
        rows: [row(say('common.confirmedHash'), hashText(data.confirmedHash), 'hash'), ...rows],
      },
    ]),
  ];
}

/** All ways to reach the authority: one with a purpose of its own names it, as on the screen. */
function contact(context: Context): Block {
  const { data, say } = context;
  const { authority, locale } = data;
  const { telephones, faxes, emails, links } = contactBoxOf(authority, locale);
  const named = ({ label }: { label?: string | undefined }, way: string) =>
    label === undefined ? way : `${label}: ${way}`;
  const rows = [
    row(say('receipt.addressLabel'), authorityLines(context)),
    row(say('coverLetter.contactPerson'), authority.contactPerson ?? []),
    row(
      say('receipt.phoneLabel'),
      telephones.map((way) => named(way, way.number)),
    ),
    row(
      say('receipt.faxLabel'),
      faxes.map((way) => named(way, way.number)),
    ),
    row(
      say('receipt.emailLabel'),
      emails.map((way) => named(way, way.email)),
    ),
    row(
      say('receipt.websiteLabel'),
      links.map((way) => named(way, way.url)),
    ),
    row(say('receipt.openingHours'), authority.openingHours?.[locale] ?? []),
  ];
  return section(say('receipt.contact'), [
    { kind: 'definitions', rows: rows.filter(({ value }) => value.length > 0) },
  ]);
}

/** Documents that are still to come, until when, and where they go by post. */
function owed(context: Context): Block[] {
  const { data, say, format } = context;
  const { documents, until } = data.owed;
  if (documents.length === 0) return [];
  const rows = [
    ...(until === null ? [] : [row(say('receipt.owedUntil'), format.weekday(until), 'strong')]),
    row(say('receipt.owedTo'), letterLines(context)),
  ];
  return [
    section(say('receipt.owed'), [
      { kind: 'list', items: documents },
      { kind: 'definitions', rows },
      ...(data.owed.online ? [paragraph(say('receipt.owedOnline'))] : []),
      paragraph(say('receipt.owedHow')),
    ]),
  ];
}

/** States when an electronic notice counts as announced, with the dates for one of the day of submission. */
function noticeDay({ data, say, format }: Context): Block[] {
  if (data.electronicNotice !== true) return [];
  const available = germanDay(new Date(data.submittedAt ?? data.confirmedAt));
  const dates = { available: format.weekday(available), announced: format.weekday(announcedOn(available)) };
  return [paragraph(say('receipt.noticeDay', dates))];
}

/** Proof of the submission: the transmitted data, recipient and time, with the hashes of the attachments. */
export function receiptComposition(context: Context): Composition {
  const { data, say } = context;
  return {
    info: infoOf(context, 'receipt', data.submittedAt ?? data.confirmedAt),
    blocks: [
      ...titleBlocks(say('receipt.kind'), data.serviceTitle),
      ...opening(context),
      handover(context),
      ...statements(context),
      attachmentsSection(context, 'strong'),
      ...owed(context),
      paymentSection(context),
      section(say('receipt.afterwards'), [paragraph(data.afterwards), ...noticeDay(context)]),
      contact(context),
      { kind: 'pageBreak' },
      annex(context),
    ],
    furniture: furnitureOf(context, say('receipt.kind')),
  };
}
