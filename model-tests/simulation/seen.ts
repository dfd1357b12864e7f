import { sql } from 'kysely';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { World } from './world.ts';

/** An application as a run has seen it, also of one that is gone. */
export type Seen = {
  id: string;
  /** Null once it is gone. */
  status: ProcessStatus | null;
  statuses: Set<ProcessStatus>;
  /** Its fee, and the money that pays it, when it was last seen. */
  feeCents: number;
  heldCents: number;
  /** Whether its person has asked for its end. */
  isUnwanted: boolean;
  /** Moment of the last change that its person has made, in milliseconds; null before the first. */
  changedAt: number | null;
  availableUntil: Date;
};

const DAY_MS = 86_400_000;
/** The wrongest clock of a process, and some more. */
const WRONG_MS = 4 * 3_600_000;

/** Everything that a run has seen. `breaches` are of laws about what happens between two looks. */
export type Sight = { seen: Seen[]; breaches: string[]; look(): Promise<void> };

/** Begins to look at the applications of a world. @param tell takes each change, in words */
export function openEyes(world: World, tell: (line: string) => void): Sight {
  const seen: Seen[] = [];
  const breaches: string[] = [];
  const nameOf = (one: Seen) => `application ${seen.indexOf(one) + 1}`;
  const metadataOf = (id: string) => world.server.context.content().metadata.get(id);

  const look = async () => {
    const now = world.now().getTime();
    const rows = await world.db
      .selectFrom('process')
      .select(['id', 'status', 'availableUntil', 'metadataId'])
      .select([
        sql<number>`(context ->> 'feeCents')::int`.as('feeCents'),
        sql<number>`(context ->> 'paidCents')::int`.as('heldCents'),
      ])
      .execute();
    for (const { id, status, availableUntil, metadataId, feeCents, heldCents } of rows) {
      let one = seen.find((known) => known.id === id);
      if (!one) {
        const begun = { statuses: new Set([status]), isUnwanted: false, changedAt: null };
        one = { id, status, feeCents, heldCents, availableUntil, ...begun };
        seen.push(one);
      }
      Object.assign(one, { feeCents, heldCents, availableUntil });
      const { draftRetentionDays = 0, downloadRetentionDays = 0 } = metadataOf(metadataId) ?? {};
      const isNew = one.status !== status;
      if (isNew) {
        one.status = status;
        one.statuses.add(status);
        tell(`  ${nameOf(one)} is ${status}`);
      }
      const keptFor = (days: number, since: number) =>
        availableUntil.getTime() >= since + days * DAY_MS - WRONG_MS;
      if (isNew && status === 'SUBMITTED' && !keptFor(downloadRetentionDays, now))
        breaches.push(`${nameOf(one)} was sent, and is not kept for ${downloadRetentionDays} days`);
      if (isNew && status === 'SUBMIT_FAILURE' && !keptFor(draftRetentionDays, now))
        breaches.push(`${nameOf(one)} has failed, and is not kept for ${draftRetentionDays} days`);
      if (status !== 'SUBMITTED' && one.changedAt !== null && !keptFor(draftRetentionDays, one.changedAt))
        breaches.push(`${nameOf(one)} was changed, and is not kept for ${draftRetentionDays} days`);
    }
    for (const one of seen) {
      if (one.status === null || rows.some(({ id }) => id === one.id)) continue;
      if (!one.isUnwanted && one.availableUntil.getTime() > now + WRONG_MS)
        breaches.push(`${nameOf(one)} is gone before its time was over`);
      one.status = null;
      tell(`  ${nameOf(one)} is gone`);
    }
  };
  return { seen, breaches, look };
}
