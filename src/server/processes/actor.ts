import type { ServerContext } from '#server/context.ts';
import { type Actor, byOwner } from '#server/security/events.ts';

/** Returns the owner of the application, for records about it; nobody when it no longer exists. */
export async function actorOf({ storage }: ServerContext, processId: string): Promise<Actor> {
  const owner = await storage.db
    .selectFrom('process')
    .select(['sessionId', 'userId'])
    .where('id', '=', processId)
    .executeTakeFirst();
  return owner ? byOwner(owner) : {};
}
