import { formatsOf } from './format.ts';
import { furnitureOf } from './furniture.ts';
import { infoOf } from './info.ts';
import type { Block, Definition } from './layout/blocks.ts';
import type { Composition } from './layout/render.ts';
import {
  applicantRows,
  authorityLines,
  DELIVERY,
  hashText,
  paragraph,
  row,
  section,
  titleBlocks,
} from './parts.ts';
import { textsOf } from './texts.ts';
import type { HandInData } from './types.ts';

/** Proof of a hand-in: what was handed in for which application, when, and who has it, with the hashes of the files. */
export function handInReceiptComposition(data: HandInData): Composition {
  const say = textsOf(data.locale);
  const format = formatsOf(data.locale);
  const context = { data, say, format };
  const at = (instant: string) =>
    say('common.at', { date: format.date(instant), time: format.time(instant) });
  const document = ({ label, files }: HandInData['documents'][number]): Definition => ({
    label,
    level: 0,
    value: files.flatMap(({ name, size, mimeType, sha512 }) => [
      { text: name, style: 'strong' as const },
      { text: `${format.size(size)}, ${mimeType}`, style: 'body' as const },
      { text: hashText(sha512), style: 'hash' as const },
    ]),
  });
  const blocks: Block[] = [
    ...titleBlocks(say('handInReceipt.kind'), data.serviceTitle),
    paragraph(
      say('handInReceipt.summary', {
        at: at(data.deliveredAt),
        authority: data.authority.name[data.locale],
      }),
    ),
    paragraph(say('receipt.keep')),
    section(say('handInReceipt.handover'), [
      {
        kind: 'definitions',
        rows: [
          row(say('common.ticketNumber'), data.ticketNumber, 'strong'),
          ...applicantRows(context),
          row(say('receipt.recipient'), authorityLines(context)),
          row(say('handInReceipt.handedInAt'), at(data.handedInAt)),
          row(say('handInReceipt.deliveredAt'), at(data.deliveredAt)),
          row(say('common.serviceKey'), data.leiKaId),
          row(say(DELIVERY[data.delivery.externalIdType]), data.delivery.externalId),
        ],
      },
    ]),
    section(say('handInReceipt.documents'), [
      paragraph(say('handInReceipt.documentsText')),
      { kind: 'definitions', rows: data.documents.map(document) },
    ]),
  ];
  return {
    info: infoOf(context, 'handInReceipt', data.deliveredAt),
    blocks,
    furniture: furnitureOf(context, say('handInReceipt.kind')),
  };
}
