import { addressForLetters, addressLines } from '#domain/authority.ts';
import { isPaymentMethod } from '#domain/payment-method.ts';
import { contactBoxOf } from '#server/content/contact-box.ts';
import { type About, type Context, moment } from './context.ts';
import type { Block, CellText, Definition } from './layout/blocks.ts';
import type { StyleName } from './layout/style.ts';

/** The name of a delivery's id, by its kind. */
export const DELIVERY = {
  FIT_CONNECT: 'receipt.deliveryFitConnect',
  OSCI: 'receipt.deliveryOsci',
  UNKNOWN: 'receipt.deliveryUnknown',
} as const;

/** A row of a table with one value, or several lines of it. */
export function row(label: string, value: string | string[], style: StyleName = 'body'): Definition {
  const texts = typeof value === 'string' ? [value] : value;
  return { label, value: texts.map((text): CellText => ({ text, style })), level: 0 };
}

export const paragraph = (text: string, style: StyleName = 'body'): Block => ({
  kind: 'paragraph',
  text,
  style,
});

/** A section with its heading of the second level. */
export function section(title: string, blocks: Block[]): Block {
  return { kind: 'section', blocks: [{ kind: 'heading', level: 2, text: title, style: 'h2' }, ...blocks] };
}

/** A part of a section. */
export function subsection(title: string, blocks: Block[]): Block {
  return { kind: 'section', blocks: [{ kind: 'heading', level: 3, text: title, style: 'h3' }, ...blocks] };
}

/** The kind of document, and the service as its title. */
export function titleBlocks(kind: string, title: string): Block[] {
  return [paragraph(kind, 'preline'), { kind: 'heading', level: 1, text: title, style: 'h1' }];
}

/** Name and postal address of the authority, one line each. */
export function authorityLines({ data, say }: About<'authority' | 'locale'>): string[] {
  const { authority, locale } = data;
  return [authority.name[locale], ...addressLines(authority, (number) => say('common.postbox', { number }))];
}

/** Name and address of the authority for letters, one line each. */
export function letterLines({ data, say }: Context): string[] {
  const { authority, locale } = data;
  const to = addressForLetters(contactBoxOf(authority, locale).addresses)!;
  return [authority.name[locale], ...addressLines(to, (number) => say('common.postbox', { number }))];
}

/** Rows with the applicant: the person, or the company and the person who acts for it. */
export function applicantRows({ data, say }: About<'applicantName' | 'applicantCompany'>): Definition[] {
  const { applicantName, applicantCompany } = data;
  if (!applicantName) return [];
  if (!applicantCompany) return [row(say('common.applicant'), applicantName)];
  return [row(say('common.company'), applicantCompany), row(say('common.actingPerson'), applicantName)];
}

/** A SHA hash in lines of 64 digits. */
export const hashText = (hex: string): string => (hex.match(/.{1,64}/gu) ?? []).join('\u200b');

/** The attachments with their sizes. @param style of the names of the files */
export function attachmentsSection({ data, say, format }: Context, style: StyleName = 'body'): Block {
  const title = say('common.attachments');
  if (data.attachments.length === 0) {
    const text = data.owed.documents.length > 0 ? 'common.noAttachmentsYet' : 'common.noAttachments';
    return section(title, [paragraph(say(text))]);
  }
  const rows = data.attachments.map(
    ({ fieldLabel, filename, size }, index): Definition => ({
      label: fieldLabel || say('common.attachmentName', { number: index + 1 }),
      level: 0,
      value: [
        { text: filename, style },
        { text: format.size(size), style: 'body' },
      ],
    }),
  );
  return section(title, [{ kind: 'definitions', rows }]);
}

/** The media type of each attachment. */
export const mediaTypeRows = ({ data, say }: Context): Definition[] =>
  data.attachments.length === 0
    ? []
    : [
        row(
          say('common.mediaTypes'),
          data.attachments.map(({ filename, mimeType }) => `${filename}: ${mimeType}`),
        ),
      ];

function methodName({ say }: Context, method: string): string {
  return isPaymentMethod(method) ? say(`methods.${method}`) : method;
}

/** States how the fee was paid, or that there was none. */
export function paymentSection(context: Context): Block {
  const { data, say, format } = context;
  if (!data.payment) return section(say('common.payment'), [paragraph(say('common.noPayment'))]);
  const { amountCents, method, reference, paidAt } = data.payment;
  const rows = [
    row(say('common.amount'), format.amount(amountCents)),
    ...(method === null ? [] : [row(say('common.method'), methodName(context, method))]),
    ...(reference ? [row(say('common.reference'), reference)] : []),
    row(say('common.paidAt'), moment(context, paidAt)),
  ];
  return section(say('common.payment'), [{ kind: 'definitions', rows }]);
}
