/** The query of an address as plain strings: keys of services and places are digits, but not numbers. */
export const readQuery = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function writeQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
}
