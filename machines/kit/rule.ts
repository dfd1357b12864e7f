/** Where an arrow comes from: the specification's text, or our own decision, which an analyst should confirm. */
export type RuleSource = 'spec 4' | 'assumed';

/** What every transition of a status machine carries, so that a run, a log or a diagram can name it. */
export type RuleMeta = { rule: string; source: RuleSource };

/** What every state carries: the i18next key of its title in both languages. */
export type StateMeta = { titleKey: `workflow:${string}` };

type Named = { meta: RuleMeta; description: string };

/**
 * The rules of one machine by id, each to be spread into exactly one transition: the sentences stay together where an
 * analyst can read them, and the configuration stays short.
 */
export const rulesOf = <Id extends string>(
  entries: Record<Id, readonly [RuleSource, string]>,
): Record<Id, Named> =>
  Object.fromEntries(
    Object.entries<readonly [RuleSource, string]>(entries).map(([id, [source, description]]) => [
      id,
      { meta: { rule: id, source }, description },
    ]),
  ) as Record<Id, Named>;
