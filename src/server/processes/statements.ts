import type { GivenStatement } from '#contract/process-calls.ts';
import type { StatementView } from '#contract/summary.ts';
import type { Locale } from '#domain/locale.ts';
import { type KeptStatement, type StatementId, statementsFor, statementVersions } from '#domain/statement.ts';
import de from '#locales/de/statements.json' with { type: 'json' };
import en from '#locales/en/statements.json' with { type: 'json' };
import type { Metadata } from '#server/content/types.ts';
import { ProblemError } from '#server/problem-error.ts';

type Asking = Pick<Metadata, 'authority' | 'processingBasis'>;

const wordings: Record<Locale, Record<StatementId, { text: string; missing: string }>> = { de, en };

/** Returns the statements that a form asks for in the summary (spec section 5), in the present wording. */
export const statementsOf = ({ authority, processingBasis }: Asking, lang: Locale): StatementView[] =>
  statementsFor(processingBasis).map((id) => {
    const { text, missing } = wordings[lang][id];
    return {
      id,
      version: statementVersions[id],
      text: text.replace('{{authority}}', () => authority.name[lang]),
      missing,
    };
  });

/**
 * Returns the statements of the person to store: exactly those that the form asks for, in the present wording.
 * @throws ProblemError statement-missing with every statement that is missing, outdated, not asked for or given twice
 */
export function statedNow(
  metadata: Asking,
  { given, lang, at }: { given: readonly GivenStatement[]; lang: Locale; at: Date },
): KeptStatement[] {
  const asked = statementsOf(metadata, lang);
  const fields = faultsOf(asked, given);
  if (fields.length > 0) throw new ProblemError('statement-missing', { fields });
  return asked.map(({ id, version, text }) => ({ id, version, lang, text, at: at.toISOString() }));
}

/** Whether the stored statements are those that the form now asks for; true when none were stored. */
export const statementsStand = (metadata: Asking, stated: readonly KeptStatement[] | null): boolean =>
  stated === null || faultsOf(statementsOf(metadata, 'de'), stated).length === 0;

function faultsOf(asked: readonly StatementView[], given: readonly GivenStatement[]) {
  const askedFor = new Map<string, number>(asked.map(({ id, version }) => [id, version]));
  const missing = asked.filter(({ id }) => given.every((it) => it.id !== id));
  const wrong = given.flatMap(({ id, version }, index) => {
    const fault = (reason: string) => [{ name: id, reason }];
    if (!askedFor.has(id)) return fault('not asked for');
    if (askedFor.get(id) !== version) return fault('outdated');
    return given.findIndex((it) => it.id === id) === index ? [] : fault('given twice');
  });
  return [...missing.map(({ id }) => ({ name: id, reason: 'missing' })), ...wrong];
}
