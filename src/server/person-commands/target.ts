import type { ServerContext } from '#server/context.ts';
import { knownId } from '#server/use-cases/one-person.ts';
import type { PersonAsk } from './ask.ts';

/** The subject of a command. */
export type Target =
  /** One application; `userId` is null without an account. */
  | { of: 'application'; processId: string; ticket: string; userId: string | null }
  /** Everything of a person; `processId` where a ticket number has led to them. */
  | { of: 'person'; userId: string; processId: string | null };

/** Reasons why a command finds nothing that it is about. */
export type NotFound = 'unknown-ticket' | 'unknown-person' | 'no-account';

/**
 * Finds what a command is about. A ticket number stands for its application; for everything of its person in a deletion,
 * and where that is asked for.
 */
export async function findTarget(context: ServerContext, ask: PersonAsk): Promise<Target | NotFound> {
  if (ask.account !== null) {
    const userId = await knownId(context, ask.account);
    return userId === null ? 'unknown-person' : { of: 'person', userId, processId: null };
  }
  const ticket = (ask.ticket ?? '').toUpperCase();
  const found = await context.storage.db
    .selectFrom('submission')
    .innerJoin('process', 'process.id', 'submission.processId')
    .select(['process.id', 'process.userId'])
    .where('ticketNumber', '=', ticket)
    .executeTakeFirst();
  if (!found) return 'unknown-ticket';
  const { id: processId, userId } = found;
  if (ask.command !== 'delete' && !ask.wholePerson) return { of: 'application', processId, ticket, userId };
  return userId === null ? 'no-account' : { of: 'person', userId, processId };
}
