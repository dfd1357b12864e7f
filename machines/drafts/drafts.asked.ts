import type { ListAsked } from './drafts.types.ts';

/** Reads the part of the lists that an address asks for by its query; without one, the first page of everything. */
export function askedOf(search: string): ListAsked {
  const query = new URLSearchParams(search);
  const kind = query.get('kind');
  const page = Math.trunc(Number(query.get('page')));
  return {
    kind: kind === 'drafts' || kind === 'sent' ? kind : 'all',
    text: query.get('q') ?? '',
    page: Math.max(page || 1, 1),
    after: query.get('after') ?? undefined,
    before: query.get('before') ?? undefined,
  };
}
