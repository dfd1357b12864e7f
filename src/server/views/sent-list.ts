import type { SentNews, SentPage, SentView } from '#contract/personal-area.ts';
import type { ProcessFacts } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import { reachesLevel, type TrustLevel, trustLevels } from '#domain/trust-level.ts';
import { apiStatuses } from '#machines/sentApplication/sentApplication.selectors.ts';
import { authorityView } from '#server/content/metadata-view.ts';
import type { KeptOffer } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { levelToOpen } from '#server/processes/admission.ts';
import { offersOf } from '#server/processes/kept-offer.ts';
import { repeatStanding } from '#server/processes/repeat-standing.ts';
import { documentLocale, factsOf } from '#server/processes/row.ts';
import { offersSentWith, type SentPlace, type SentQuery, sentPage } from '#server/processes/sent-page.ts';
import { personOf } from '#server/sessions/owner.ts';
import type { Session } from '#server/sessions/session.ts';
import { owesDocuments } from '#server/submission/owed.ts';
import { type SubmissionRow, ticketNumberIn } from '#server/submission/row.ts';
import { openSubmissionRow, submissionKey } from '#server/submission/sealed-row.ts';
import { readForReader } from '#server/submission/status.ts';
import { documentsOf } from './document-list.ts';
import { offersMeant } from './listed-offers.ts';
import { owedView } from './owed-view.ts';
import { coursesOf } from './sent-course.ts';

/** Sent applications on a page of the personal area. */
const PAGE = 20;
/** Those in the answer of the call that the specification names, which has no pages. */
const MOST_AT_ONCE = 100;
/** Unseen answers that are named one by one. */
const MOST_NEWS = 10;
/** Unseen answers that are looked at: some may need another level. */
const NEWS_LOOKED_AT = 200;

/** The part of the list that is asked for: `after` and `before` are places as an earlier page named them. */
export type SentAsked = {
  locale: Locale;
  text?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
};

/**
 * Returns the newest of the person's sent applications that this login may see; the others are only counted
 * (countClosed), and further ones are on the pages of pageOfSent.
 * @throws ProblemError login-required
 */
export async function listSent(
  context: ServerContext,
  session: Session,
  locale: Locale,
): Promise<SentView[]> {
  const query = { userId: personOf(session), levels: levelsOf(session), offers: null, from: null };
  const places = await sentPage(context.storage.db, { ...query, limit: MOST_AT_ONCE });
  return entriesAt(context, session, places, locale);
}

/**
 * Returns a page of the person's sent applications that this login may see, newest first, and the newest answers of
 * authorities that they have not seen, wherever in the list those are.
 * @throws ProblemError login-required
 */
export async function pageOfSent(
  context: ServerContext,
  session: Session,
  asked: SentAsked,
): Promise<SentPage> {
  const userId = personOf(session);
  const from = edgeOf(asked);
  const query = { userId, levels: levelsOf(session), from };
  // One more than is shown tells whether there are more.
  const [found, news] = await Promise.all([
    placesOf(context, { ...query, limit: PAGE + 1 }, asked),
    newsOf(context, session, userId, asked.locale),
  ]);
  const isMore = found.length > PAGE;
  const isBack = from?.side === 'before';
  const shown = isBack ? found.slice(-PAGE) : found.slice(0, PAGE);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    entries: await entriesAt(context, session, shown, asked.locale),
    next: last && (isBack || isMore) ? nameOf(last) : null,
    previous: first && (isBack ? isMore : from !== null) ? nameOf(first) : null,
    ...news,
  };
}

const levelsOf = ({ identity }: Session): TrustLevel[] =>
  trustLevels.filter((level) => reachesLevel(identity.trustLevel, level));

/** The name of a place in the list, for addresses. */
const nameOf = ({ at, id }: SentPlace): string => `${at.getTime().toString(36)}.${id}`;

function placeAt(name: string): SentPlace {
  const [at = '', id = ''] = name.split('.');
  return { at: new Date(Number.parseInt(at, 36)), id };
}

function edgeOf({ after, before }: SentAsked): SentQuery['from'] {
  if (after !== undefined) return { side: 'after', place: placeAt(after) };
  return before === undefined ? null : { side: 'before', place: placeAt(before) };
}

/** Returns what a text means: the application with this ticket number, or those with its words in their names. */
async function placesOf(
  context: ServerContext,
  query: Omit<SentQuery, 'offers'>,
  { text = '', locale }: SentAsked,
): Promise<SentPlace[]> {
  const { db } = context.storage;
  if (text.trim() === '') return sentPage(db, { ...query, offers: null });
  const ticketNumber = ticketNumberIn(text);
  const numbered = ticketNumber === null ? null : await byTicket(context, query, ticketNumber);
  if (numbered) return query.from === null ? [numbered] : [];
  const offers = await offersMeant(context, await offersSentWith(db, query.userId), { text, locale });
  return offers.length === 0 ? [] : sentPage(db, { ...query, offers });
}

async function byTicket(
  { storage: { db } }: ServerContext,
  { userId, levels }: Pick<SentQuery, 'userId' | 'levels'>,
  ticketNumber: string,
): Promise<SentPlace | null> {
  const row = await db
    .selectFrom('submission')
    .innerJoin('process', 'process.id', 'submission.processId')
    .select(['process.id', 'process.statusChanged'])
    .where('submission.ticketNumber', '=', ticketNumber)
    .where('process.userId', '=', userId)
    .where('process.status', '=', 'SUBMITTED')
    .where((eb) => eb.or([eb('madeAtLevel', 'in', levels), eb('madeAtLevel', 'is', null)]))
    .executeTakeFirst();
  return row ? { id: row.id, at: row.statusChanged } : null;
}

/** Returns the entries of these applications in their order, as far as this login may see them. */
async function entriesAt(
  context: ServerContext,
  session: Session,
  places: readonly SentPlace[],
  locale: Locale,
): Promise<SentView[]> {
  if (places.length === 0) return [];
  const rows = await rowsOf(
    context,
    places.map(({ id }) => id),
  );
  const offer = await offersOf(context, rows);
  const found = new Map(rows.map((row) => [row.id, row]));
  const open = places.flatMap(({ id }) => {
    const row = found.get(id);
    const level = row && levelToOpen(row, offer(row).metadata);
    return row && level && reachesLevel(session.identity.trustLevel, level) ? [row] : [];
  });
  const ids = open.map(({ id }) => id);
  await readForReader(context, open);
  const [documents, course, handIns] = await Promise.all([
    documentsOf(context, ids),
    coursesOf(context, ids),
    handInsOf(
      context,
      context.storage.db,
      open.filter((row) => owesDocuments(row)).map(({ id }) => id),
    ),
  ]);
  return open.map((row) => {
    const { metadata, processingTime }: KeptOffer = offer(row);
    return {
      id: row.id,
      ...course(row.id, row, processingTime),
      externalIdType: row.announcement!.kind,
      externalId: row.announcement!.submissionId,
      messageId: row.messageId,
      ticketNumber: row.ticketNumber,
      name: metadata.title[locale],
      authority: authorityView(metadata.authority, locale),
      submissionDate: row.submittedAt!.toISOString(),
      afterwards: metadata.afterwards[locale],
      notice: noticeWay(factsOf(row)),
      newsSince: newsSince(row),
      repeat: repeatStanding(context, row, row),
      owed: owedView(context, row, row, handIns.get(row.id) ?? [], locale),
      downloadsUntil: row.downloadsUntil!.toISOString(),
      documentsLang: documentLocale(row),
      documents: documents.get(row.id) ?? [],
    };
  });
}

async function rowsOf(context: ServerContext, ids: readonly string[]) {
  const { db } = context.storage;
  const rows = await db
    .selectFrom('process')
    .innerJoin('submission', 'submission.processId', 'process.id')
    .select([
      'process.id',
      'process.metadataId',
      'process.offerId',
      'process.status',
      'process.context',
      'process.madeAtLevel',
      'process.areaKey',
      'process.userId',
      'process.locale',
      'process.confirmedLocale',
      'submission.messageId',
      'submission.ticketNumber',
      'submission.announcement',
      'submission.submittedAt',
      'submission.postboxSentAt',
      'submission.downloadsUntil',
      'submission.events',
      'submission.sentState',
      'submission.sentContext',
      'submission.unseenSince',
      'submission.statusCheckedAt',
      'submission.owed',
      'submission.processId',
    ])
    .select(submissionKey)
    .where('process.id', 'in', ids)
    .execute();
  return Promise.all(rows.map((row) => openSubmissionRow(context, db, row)));
}

/** Returns the newest answers of authorities that the person has not seen, and whether there are more. */
async function newsOf(
  context: ServerContext,
  session: Session,
  userId: string,
  locale: Locale,
): Promise<Pick<SentPage, 'news' | 'moreNews'>> {
  const rows = await context.storage.db
    .selectFrom((eb) =>
      eb
        .selectFrom('submission')
        .select(['processId', 'ticketNumber', 'unseenSince', 'sentState', 'sentContext', 'statusCheckedAt'])
        .where('unseenBy', '=', userId)
        .where('unseenSince', 'is not', null)
        .orderBy('unseenSince', 'desc')
        .limit(NEWS_LOOKED_AT)
        .as('news'),
    )
    .innerJoin('process', 'process.id', 'news.processId')
    .select([
      'process.id',
      'process.metadataId',
      'process.areaKey',
      'process.offerId',
      'process.status',
      'process.context',
      'process.madeAtLevel',
      'news.ticketNumber',
      'news.unseenSince',
      'news.sentState',
      'news.sentContext',
      'news.statusCheckedAt',
    ])
    .where((eb) => eb.or([eb('madeAtLevel', 'in', levelsOf(session)), eb('madeAtLevel', 'is', null)]))
    .orderBy('news.unseenSince', 'desc')
    .limit(MOST_NEWS + 1)
    .execute();
  const offer = await offersOf(context, rows);
  const open = rows.filter((row) =>
    reachesLevel(session.identity.trustLevel, levelToOpen(row, offer(row).metadata)),
  );
  const news: SentNews[] = open.slice(0, MOST_NEWS).map((row) => ({
    id: row.id,
    ticketNumber: row.ticketNumber,
    name: offer(row).metadata.title[locale],
    status: apiStatuses[row.sentState],
    statusChecked: row.statusCheckedAt?.toISOString() ?? null,
    newsSince: newsSince(row)!,
  }));
  return { news, moreNews: open.length > MOST_NEWS };
}

/** Returns when the authority's unseen answer was given, by its signed event. */
const newsSince = ({ unseenSince, sentContext }: Pick<SubmissionRow, 'unseenSince' | 'sentContext'>) =>
  unseenSince && (sentContext.lastEventAt ?? unseenSince.toISOString());

/** Returns how the notice comes, where the form lets people choose it. */
function noticeWay({ noticeAllowed, notice, hasPostbox }: ProcessFacts): SentView['notice'] {
  if (!noticeAllowed) return null;
  return notice === 'accepted' && hasPostbox ? 'postbox' : 'post';
}
