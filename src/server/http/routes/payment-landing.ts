import type { ServerContext } from '#server/context.ts';
import { attemptOfSign } from '#server/payment/attempt.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';

/**
 * Returns the landing page of a payment in the person's present language. The provider got the return address when
 * its page was opened, and the person may have changed the language since then.
 * @returns the address in the language of the person's last act; null when it already is in that language, or when
 * the database is unavailable: then the page itself shows that, and asks again
 */
export async function landingInOwnLanguage(context: ServerContext, url: string): Promise<string | null> {
  try {
    return await otherLanguage(context, url);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}

async function otherLanguage(context: ServerContext, url: string): Promise<string | null> {
  const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
  const sign = searchParams.get('id');
  const attempt = sign === null ? null : await attemptOfSign(context, sign);
  if (!attempt) return null;
  const process = await context.storage.db
    .selectFrom('process')
    .select('locale')
    .where('id', '=', attempt.processId)
    .executeTakeFirst();
  if (!process || process.locale === searchParams.get('lang')) return null;
  searchParams.set('lang', process.locale);
  return `${pathname}?${searchParams}`;
}
