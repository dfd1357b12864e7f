import { type Kysely, sql } from 'kysely';

/** Ids of rules that stood at one arrow each, by the id that all arrows of the rule have since. */
const renamed: Record<string, string> = {
  'PROC-03': 'PROC-09',
  'PROC-07': 'PROC-14 PROC-24',
  'PROC-08': 'PROC-15 PROC-25 PROC-33 PROC-40 PROC-43 PROC-50 PROC-57',
  'PROC-10': 'PROC-20 PROC-30 PROC-48 PROC-55',
  'PROC-11': 'PROC-21 PROC-37 PROC-49',
  'PROC-13': 'PROC-23',
  'PROC-16': 'PROC-26',
  'PROC-17': 'PROC-27 PROC-45 PROC-52',
  'PROC-18': 'PROC-28 PROC-46 PROC-53',
  'PROC-19': 'PROC-29 PROC-36 PROC-41 PROC-47 PROC-54',
  'PROC-59': 'PROC-61 PROC-63 PROC-65 PROC-67 PROC-69 PROC-71',
  'PROC-60': 'PROC-62 PROC-64 PROC-66 PROC-68 PROC-70 PROC-72',
  'SENT-01': 'SENT-10 SENT-19',
  'SENT-02': 'SENT-11 SENT-20',
  'SENT-03': 'SENT-12 SENT-21',
  'SENT-04': 'SENT-13 SENT-22',
  'SENT-05': 'SENT-14 SENT-23',
  'SENT-06': 'SENT-15 SENT-24',
  'SENT-07': 'SENT-16 SENT-25',
  'SENT-08': 'SENT-17',
  'SENT-09': 'SENT-18',
  'SUB-E01': 'SUB-E02 SUB-E03 SUB-E04 SUB-E05 SUB-E06 SUB-E07 SUB-E08 SUB-E09 SUB-E10',
  'SUB-F01': 'SUB-F02 SUB-F03 SUB-F04 SUB-F05 SUB-F06 SUB-F07 SUB-F08 SUB-F09',
  'SUB-P02': 'SUB-P06 SUB-P07 SUB-P08 SUB-P09',
  'SUB-R01': 'SUB-R02 SUB-R03 SUB-R04 SUB-R05 SUB-R06 SUB-R07 SUB-R08 SUB-R09 SUB-R10',
  'SUB-W02': 'SUB-W06 SUB-W07 SUB-W08 SUB-W09',
};

/** Gives stored moves the id of the rule that all of its arrows have; totals that are the same then are added up. */
export async function renameRules(db: Kysely<unknown>): Promise<void> {
  const pairs = Object.entries(renamed).flatMap(([rule, ids]) =>
    ids.split(' ').map((id) => sql`(${sql.lit(id)}, ${sql.lit(rule)})`),
  );
  const names = sql`names (before, since) as (values ${sql.join(pairs)})`;
  await sql`with ${names} update journal set rule = since from names where rule = before`.execute(db);
  await sql`
    with ${names}, moved as (delete from journal_total using names where rule = before returning *)
    insert into journal_total (
      day, machine, event, state_before, state_after, rule, mover, count, stays, seconds
    )
    select day, machine, event, state_before, state_after, since, mover, sum(count), sum(stays), sum(seconds)
    from moved group by day, machine, event, state_before, state_after, since, mover
    on conflict (day, machine, event, state_before, state_after, rule, mover) do update set
      count = journal_total.count + excluded.count,
      stays = journal_total.stays + excluded.stays,
      seconds = journal_total.seconds + excluded.seconds`.execute(db);
}
