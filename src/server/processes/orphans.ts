import { sql } from 'kysely';
import type { Content } from '#server/content/types.ts';
import type { Database } from '#server/storage/database.ts';

/** Applications whose form a content does not have, by that form. */
export type Orphans = {
  metadataId: string;
  /** German title as it was when the newest of them was made; null where no application has kept it. */
  title: string | null;
  /** Not sent yet: their people can only delete them. */
  drafts: number;
  /** Sent: they stay in the lists as they were. */
  sent: number;
};

/** Counts the applications that a content leaves without their form, by the indexes of forms. */
export async function orphansOf(db: Database, { metadata }: Pick<Content, 'metadata'>): Promise<Orphans[]> {
  const { rows } = await sql<{ metadataId: string; drafts: number; sent: number }>`
    select metadata_id, sum(drafts)::int as drafts, sum(sent)::int as sent from (
      select metadata_id, count(*) as drafts, 0 as sent from process where status <> 'SUBMITTED' group by metadata_id
      union all
      select metadata_id, 0, count(*) from process where status = 'SUBMITTED' group by metadata_id
    ) as counted group by metadata_id order by metadata_id`.execute(db);
  const gone = rows.filter(({ metadataId }) => !metadata.has(metadataId));
  if (gone.length === 0) return [];
  const { rows: titles } = await sql<{ metadataId: string; title: string }>`
    select distinct on (metadata_id) metadata_id, offer -> 'metadata' -> 'title' ->> 'de' as title from kept_offer
    where metadata_id in (${sql.join(gone.map(({ metadataId }) => metadataId))})
    order by metadata_id, used_at desc`.execute(db);
  const titleOf = new Map(titles.map(({ metadataId, title }) => [metadataId, title]));
  return gone.map((one) => ({ ...one, title: titleOf.get(one.metadataId) ?? null }));
}

/** Tells what a content leaves without its form, one line each: "hundesteuer-kiel (Anmeldung zur Hundesteuer): 1 draft, 3 sent". */
export const inLines = (orphans: readonly Orphans[]): string[] =>
  orphans.map(
    ({ metadataId, title, drafts, sent }) =>
      `${metadataId}${title === null ? '' : ` (${title})`}: ${drafts} ${drafts === 1 ? 'draft' : 'drafts'}, ${sent} sent`,
  );
