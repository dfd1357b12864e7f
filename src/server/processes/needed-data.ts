import { screenOfPath } from '#contract/pages.ts';
import type { UserDataField } from '#domain/user-data.ts';
import { availableMetadata } from '#server/content/offers.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserDataSources } from '#server/ports/identity.ts';
import { formOf } from './offer.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The names of a provider's data that a login needs: what prefills the form that the person comes back to, and on a
 * page without a form what prefills any form of this portal. The provider adds what identifies the person.
 * @param page path that the login returns to
 */
export async function scopesFor(
  context: ServerContext,
  page: string,
  sources: UserDataSources,
): Promise<readonly string[]> {
  const form = await metadataOfPage(context, page);
  const forms = form ? [form] : [...context.content().metadata.values()];
  const fields = forms.flatMap((metadata) => prefilledBy(context, metadata));
  return [...new Set(fields.flatMap((field) => sources[field] ?? []))];
}

const prefilledBy = (context: ServerContext, metadata: Metadata): UserDataField[] =>
  [...formOf(context, metadata, 'de').asked] as UserDataField[];

/** The form of an application, or of the start screen of one; null for any other page. */
async function metadataOfPage(context: ServerContext, page: string): Promise<Metadata | null> {
  const { pathname, searchParams } = new URL(page, 'http://portal.invalid');
  if (screenOfPath(pathname) !== 'process') return null;
  const id = searchParams.get('id');
  const content = context.content();
  if (id === null) {
    return availableMetadata(content, searchParams.get('leiKaId') ?? '', searchParams.get('area') ?? '');
  }
  if (!UUID.test(id)) return null;
  const row = await context.storage.db
    .selectFrom('process')
    .select('metadataId')
    .where('id', '=', id)
    .executeTakeFirst();
  return (row && content.metadata.get(row.metadataId)) ?? null;
}
