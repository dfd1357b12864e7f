import { cardProviderId } from '#domain/login.ts';
import { type Context, moment } from './context.ts';
import { furnitureOf } from './furniture.ts';
import { infoOf } from './info.ts';
import type { Block } from './layout/blocks.ts';
import type { Composition } from './layout/render.ts';
import {
  applicantRows,
  attachmentsSection,
  authorityLines,
  hashText,
  mediaTypeRows,
  paragraph,
  paymentSection,
  row,
  section,
  titleBlocks,
} from './parts.ts';
import { summarySections } from './summary.ts';

function overview(context: Context): Block {
  const { data, say } = context;
  const rows = [
    row(say('common.ticketNumber'), data.ticketNumber, 'strong'),
    row(say('common.authority'), authorityLines(context)),
    ...applicantRows(context),
    row(say('common.confirmedAt'), moment(context, data.confirmedAt)),
  ];
  if (data.electronicNotice !== null) {
    const answer = data.electronicNotice ? 'common.electronicNoticeYes' : 'common.electronicNoticeNo';
    rows.push(row(say('common.electronicNotice'), say(answer)));
  }
  if (data.source) {
    const { providerId, trustLevel, at } = data.source;
    const by = { level: say(`levels.${trustLevel}`), at: moment(context, at) };
    rows.push(
      providerId === cardProviderId
        ? row(say('form.card'), say('form.cardText', by))
        : row(
            say('form.account'),
            say('form.accountText', { ...by, provider: say(`providers.${providerId}`) }),
          ),
    );
  }
  if (data.notAsked.length > 0) rows.push(row(say('form.notAsked'), data.notAsked.join(', ')));
  if (data.confirmedBy) rows.push(row(say('form.confirmedBy'), confirmedByText(context, data.confirmedBy)));
  return { kind: 'definitions', rows };
}

function confirmedByText(
  context: Context,
  { providerId, trustLevel, at, name }: NonNullable<Context['data']['confirmedBy']>,
): string {
  const { say } = context;
  const provider = say(`providers.${providerId}`);
  return say('form.confirmedByText', {
    name,
    provider,
    level: say(`levels.${trustLevel}`),
    at: moment(context, at),
  });
}

function confirmation(context: Context): Block {
  const { data, say } = context;
  const at = moment(context, data.confirmedAt);
  return section(
    say('form.confirmation'),
    data.statements === null
      ? [paragraph(say('form.confirmationText', { at }))]
      : [paragraph(say('form.statements', { at })), { kind: 'list', items: data.statements }],
  );
}

/** Documents that the person has announced for later. */
function announced({ data, say }: Context): Block[] {
  const { documents } = data.owed;
  return documents.length === 0 ? [] : [section(say('form.owed'), [{ kind: 'list', items: documents }])];
}

/** Details for programs and experts, which nobody else needs to read. */
function annex(context: Context): Block {
  const { data, say } = context;
  return section(say('common.annex'), [
    paragraph(say('form.confirmationHashText')),
    {
      kind: 'definitions',
      rows: [
        row(say('common.confirmedHash'), hashText(data.confirmedHash), 'hash'),
        row(say('common.serviceKey'), data.leiKaId),
        ...mediaTypeRows(context),
      ],
    },
  ]);
}

/** The application with all confirmed data. */
export function formComposition(context: Context): Composition {
  const { data, say } = context;
  return {
    info: infoOf(context, 'form', data.confirmedAt),
    blocks: [
      ...titleBlocks(say('form.kind'), data.serviceTitle),
      overview(context),
      ...summarySections(context, data.summary),
      attachmentsSection(context),
      ...announced(context),
      paymentSection(context),
      confirmation(context),
      annex(context),
    ],
    furniture: furnitureOf(context, say('form.kind')),
  };
}
