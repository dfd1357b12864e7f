import { screenOfPath } from '#contract/pages.ts';
import type { UserDataField } from '#domain/user-data.ts';
import { availableMetadata } from '#server/content/offers.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserDataSources } from '#server/ports/identity.ts';
import { formOf } from './form.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Purpose of a login: the path that it returns to, and the application that it confirms. */
type Purpose = { page: string; processId?: string | undefined };

/**
 * Returns the names of a provider's data that a login needs: data that prefills the form on the page of return, and
 * on a page without a form data that prefills any form of this portal. The provider adds data that identifies the
 * person.
 * @param chosen names that the caller chooses instead; data that the form compares with the account is requested all
 * the same
 */
export async function scopesFor(
  context: ServerContext,
  { page, processId }: Purpose,
  sources: UserDataSources,
  chosen: readonly string[] | null,
): Promise<readonly string[]> {
  const ofPurpose = [await metadataOfPage(context, page), await metadataOfProcess(context, processId)];
  const found = ofPurpose.filter((metadata) => metadata !== null);
  const forms = found.length > 0 || chosen ? found : [...context.content().metadata.values()];
  const asking = chosen ? forms.filter(({ enableDataComparison }) => enableDataComparison) : forms;
  const fields = asking.flatMap((metadata) => prefilledBy(context, metadata));
  return [...new Set([...(chosen ?? []), ...fields.flatMap((field) => sources[field] ?? [])])];
}

const prefilledBy = (context: ServerContext, metadata: Metadata): UserDataField[] =>
  [...formOf(context, metadata, 'de').asked] as UserDataField[];

/** Returns the form of an application, or of the start screen of one; null for any other page. */
async function metadataOfPage(context: ServerContext, page: string): Promise<Metadata | null> {
  const { pathname, searchParams } = new URL(page, 'http://portal.invalid');
  if (screenOfPath(pathname) !== 'process') return null;
  const id = searchParams.get('id');
  return id === null
    ? availableMetadata(context.content(), searchParams.get('leiKaId') ?? '', searchParams.get('area') ?? '')
    : metadataOfProcess(context, id);
}

async function metadataOfProcess(context: ServerContext, id: string | undefined): Promise<Metadata | null> {
  if (id === undefined || !UUID.test(id)) return null;
  const row = await context.storage.db
    .selectFrom('process')
    .select('metadataId')
    .where('id', '=', id)
    .executeTakeFirst();
  return (row && context.content().metadata.get(row.metadataId)) ?? null;
}
