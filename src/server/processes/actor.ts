import type { ServiceContext } from '#server/context.ts';
import { type Actor, byOwner } from '#server/security/events.ts';

/** Whose application it is, for what is told of it; nobody's when there is none any more. */
export async function actorOf({ storage }: ServiceContext, processId: string): Promise<Actor> {
  const owner = await storage.db
    .selectFrom('process')
    .select(['sessionId', 'userId'])
    .where('id', '=', processId)
    .executeTakeFirst();
  return owner ? byOwner(owner) : {};
}
