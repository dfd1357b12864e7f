import type { ServerContext } from '#server/context.ts';
import {
  forgetTwin,
  hashSubject,
  knownPerson,
  type Named,
  peopleInClear,
  storedPerson,
} from '#server/sessions/person.ts';
import { inBatches } from '#server/storage/in-batches.ts';

/** Returns the id of a person here, who is stored at the first login. */
export async function personOf(context: ServerContext, named: Named): Promise<string> {
  const { id, twin } = await storedPerson(context, named);
  if (twin !== null) await join(context, { id, twin });
  return id;
}

/** Returns the id of a person who has logged in before; otherwise null. */
export async function knownId(context: ServerContext, named: Named): Promise<string | null> {
  const person = await knownPerson(context, named);
  if (person && person.twin !== null) await join(context, { id: person.id, twin: person.twin });
  return person?.id ?? null;
}

/** Makes one person of two: what the twin has here becomes the person's. */
const join = ({ storage }: ServerContext, both: { id: string; twin: string }): Promise<void> =>
  storage.db.transaction().execute(async (trx) => {
    if (!(await forgetTwin(trx, both))) return;
    for (const table of ['process', 'session', 'handover', 'expiredDraft'] as const)
      await trx.updateTable(table).set({ userId: both.id }).where('userId', '=', both.twin).execute();
  });

/** Time of one run; the rest is left to the next run, a minute later. */
const RUN_MS = 10_000;

/**
 * Hashes the subjects of people whom an earlier version has stored, while people work. A server of that version may
 * still store some, so they are looked for every minute.
 */
export function hashSubjects(context: ServerContext): Promise<void> {
  const end = performance.now() + RUN_MS;
  return inBatches<Named & { id: string }>(
    context,
    {
      part: 'hashSubjects',
      next: (after, limit) => peopleInClear(context, after?.id ?? null, limit),
      work: async (people) => {
        for (const person of people) {
          const id = await hashSubject(context, person);
          if (id !== null) await join(context, { id, twin: person.id });
        }
      },
      about: ({ id }) => ({ person: id }),
    },
    () => performance.now() > end,
  );
}
