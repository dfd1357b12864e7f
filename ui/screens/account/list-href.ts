import type { Locale } from '#domain/locale.ts';
import type { ListAsked } from '#machines/drafts/drafts.types.ts';
import { hrefOf } from '../shared/paths.ts';

/** Returns the address of a part of the personal area's lists; what is not named is the first page of everything. */
export function hrefOfList(
  locale: Locale,
  { kind = 'all', text = '', page = 1, after, before }: Partial<ListAsked>,
): string {
  const query = {
    q: text,
    kind: kind === 'all' ? '' : kind,
    page: page > 1 ? String(page) : '',
    after: after ?? '',
    before: before ?? '',
  };
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  const address = hrefOf.account(locale);
  return given.size === 0 ? address : `${address}?${given}`;
}
