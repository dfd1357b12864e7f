import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import type { Block, Definition } from '#server/documents/layout/blocks.ts';
import type { Composition } from '#server/documents/layout/render.ts';
import { paragraph, row, section, titleBlocks } from '#server/documents/parts.ts';
import type { countClosed } from '#server/views/staying.ts';
import { accountValues, type Summary } from './application-page.ts';
import { type Pen, pageOf } from './page.ts';
import type { PersonRows } from './read-person.ts';
import type { CopyOf } from './scope.ts';

/** The parts that a copy does not have, though they were asked for. */
export type Missing = {
  closed: ReturnType<typeof countClosed>;
  /** Number of applications that were erased while the copy was written, and of those whose seal is broken. */
  erased: number;
  unreadable: number;
  /** Paths of files that are missing or incomplete. */
  files: string[];
};

/** Returns the page about the person, the whole copy, and what it does not have. */
export function overviewPage(
  context: Pick<ServerContext, 'content' | 'neighbours'>,
  pen: Pen,
  {
    whose,
    at,
    person,
    summaries,
    lists,
    missing,
    data,
  }: {
    whose: CopyOf['whose'];
    at: Date;
    person: PersonRows;
    summaries: readonly Summary[];
    /** Files that list the applications, where they are too many for this page. */
    lists: readonly string[];
    missing: Missing;
    /** Name of the files for programs. */
    data: string;
  },
): Composition {
  const { say } = pen;
  const intro = whose === 'application' ? 'copy.introOne' : 'copy.intro';
  const blocks: Block[] = [
    { kind: 'heading', level: 1, text: say('copy.kind'), style: 'h1' },
    paragraph(say(intro, { portal: pen.portalName, at: pen.at(at) })),
    paragraph(say('copy.moments')),
    paragraph(say('copy.programs', { file: data })),
    paragraph(say('copy.withheld', { file: data })),
    section(say('copy.missing'), missingBlocks(pen, whose, missing)),
    ...account(pen, person),
    ...table(say('copy.logins'), logins(pen, person)),
    section(say('copy.applications'), [
      lists.length > 0
        ? { kind: 'list', items: [...lists] }
        : summaries.length === 0
          ? paragraph(say('copy.noApplications'))
          : { kind: 'definitions', rows: summaries.map(line) },
    ]),
    ...table(say('copy.handovers'), handovers(context, pen, person)),
    ...table(say('copy.notes'), notes(context, pen, person)),
  ];
  return pageOf(pen, { title: say('copy.kind'), note: pen.at(at), at, blocks });
}

/** Returns a page with some of the applications, where there are too many for the overview. */
export const listPage = (pen: Pen, summaries: readonly Summary[], at: Date): Composition =>
  pageOf(pen, {
    title: pen.say('copy.applications'),
    note: pen.at(at),
    at,
    blocks: [
      ...titleBlocks(pen.say('copy.kind'), pen.say('copy.applications')),
      { kind: 'definitions', rows: summaries.map(line) },
    ],
  });

const line = ({ folder, service, place, state, begun }: Summary): Definition => ({
  label: folder,
  level: 0,
  value: [
    { text: service, style: 'strong' },
    { text: `${state}, ${place}`, style: 'body' },
    { text: begun, style: 'body' },
  ],
});

const table = (title: string, rows: Definition[]): Block[] =>
  rows.length === 0 ? [] : [section(title, [{ kind: 'definitions', rows }])];

function missingBlocks(
  { say }: Pen,
  whose: CopyOf['whose'],
  { closed, erased, unreadable, files }: Missing,
): Block[] {
  const count = [closed.drafts, closed.sent].reduce(
    (sum, { substantial, high }) => sum + substantial + high,
    0,
  );
  const counted = [
    ...(count > 0 ? [say('copy.closed', { count })] : []),
    ...(erased > 0 ? [say('copy.erased', { count: erased })] : []),
    ...(unreadable > 0 ? [say('copy.unreadable', { count: unreadable })] : []),
  ];
  if (counted.length + files.length === 0) {
    return [paragraph(say(whose === 'login' ? 'copy.nothingMissing' : 'copy.nothingMissingAtAll'))];
  }
  return [
    ...(counted.length > 0 ? [{ kind: 'list', items: counted } as const] : []),
    ...(files.length > 0
      ? [paragraph(say('copy.brokenFiles')), { kind: 'list', items: files } as const]
      : []),
  ];
}

function account(pen: Pen, { appUser: [user] }: PersonRows): Block[] {
  if (!user) return [];
  return table(pen.say('copy.account'), [
    row(pen.say('copy.provider'), pen.named('providers', user.providerId)),
    row(pen.say('copy.firstLogin'), pen.at(user.createdAt)),
    ...(user.neededAt ? [row(pen.say('copy.lastLogin'), pen.format.date(user.neededAt.toISOString()))] : []),
  ]);
}

const logins = (pen: Pen, { session }: PersonRows): Definition[] =>
  session.map(({ identity, device, authenticatedAt, createdAt }) =>
    row(pen.say('copy.login', { at: pen.at(authenticatedAt ?? createdAt) }), [
      pen.say('copy.loginWith', {
        provider: pen.named('providers', identity.providerId),
        level: pen.named('levels', identity.trustLevel),
      }),
      ...(device
        ? [
            pen.say('copy.device', {
              browser: device.browser ?? pen.say('copy.unknown'),
              system: device.system ?? pen.say('copy.unknown'),
            }),
          ]
        : []),
      pen.say('copy.name', { name: identity.name }),
      ...(identity.company === undefined ? [] : [pen.say('copy.company', { name: identity.company })]),
      ...accountValues(pen, identity.userData).map(([label, value]) => pen.labelled(label, value)),
    ]),
  );

const handovers = (
  { content, neighbours }: Pick<ServerContext, 'content' | 'neighbours'>,
  pen: Pen,
  { handover }: PersonRows,
): Definition[] =>
  handover.map(({ createdAt, partner, leiKaId, status, ticketNumber }) =>
    row(pen.say('copy.handoverAt', { at: pen.at(createdAt) }), [
      content().services.get(leiKaId)?.title[pen.locale] ?? leiKaId,
      pen.say('copy.handoverPartner', { name: neighbours?.find(partner)?.name[pen.locale] ?? partner }),
      ...(status === null ? [] : [pen.named('handoverStates', status)]),
      ...(ticketNumber === null ? [] : [pen.say('copy.handoverNumber', { number: ticketNumber })]),
    ]),
  );

const notes = (
  { content }: Pick<ServerContext, 'content'>,
  pen: Pen,
  { expiredDraft }: PersonRows,
): Definition[] =>
  expiredDraft.map(({ metadataId, areaKey, expiredAt }) =>
    row(pen.say('copy.noteAt', { at: pen.at(expiredAt) }), [
      content().metadata.get(metadataId)?.title[pen.locale] ?? metadataId,
      areaName(content(), areaKey),
    ]),
  );
