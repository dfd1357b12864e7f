/** Source of a rule: the specification's text, or our own decision, which an analyst should confirm. */
type RuleSource = 'spec 4' | 'assumed';

/** Meta data of every transition of a status machine, so that a run, a log or a diagram can name it. */
export type RuleMeta = { rule: string; source: RuleSource };

/** Meta data of every state: the i18next key of its title in both languages. */
export type StateMeta = { titleKey: `workflow:${string}` };

/**
 * Names the rule of a transition, to be spread into it. Transitions of several states may have the same rule. Its
 * sentence is a text: the namespace `rules` in `locales`.
 */
export const rule = (id: string, source: RuleSource): { meta: RuleMeta } => ({ meta: { rule: id, source } });
