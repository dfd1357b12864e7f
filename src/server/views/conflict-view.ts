import type { ConflictView } from '#contract/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Difference } from '#forms/account.ts';
import type { ServerContext } from '#server/context.ts';
import { asSeenBy, decidedAsOne, openDifferences } from '#server/processes/account.ts';
import { differencesHash } from '#server/processes/differences-hash.ts';
import { formOfProcess } from '#server/processes/form.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';

/**
 * Returns the differences that the owner still has to decide, in the requested language, and the login that vouches
 * for the account's values.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function conflictOf(
  context: ServerContext,
  session: Session,
  processId: string,
  lang: Locale | undefined,
): Promise<ConflictView> {
  const row = asSeenBy(context, session, await readOwned(context, session, processId));
  const locale = lang ?? row.locale;
  const form = formOfProcess(context, row, locale);
  const open = openDifferences(context, row);
  const { account } = row;
  return {
    lang: locale,
    version: row.version,
    hash: differencesHash(open),
    source: account && { providerId: account.providerId, trustLevel: account.trustLevel, at: account.at },
    differences: decidedAsOne(context, row, open).map((parts) => {
      const { key, locked } = parts[0]!;
      const listed = (say: (part: Difference) => string) => parts.map(say).filter(Boolean).join(', ');
      return {
        key,
        page: form.placeOf(key).page,
        label: listed((part) => form.placeOf(part.key).label),
        own: listed((part) => form.display(part.key, part.own)),
        account: listed((part) => form.display(part.key, part.account)),
        locked,
      };
    }),
  };
}
