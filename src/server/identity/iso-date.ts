/**
 * Returns yyyy-mm-dd from yyyy-mm-dd, yyyymmdd or dd.mm.yyyy; undefined for an incomplete date (identity cards may
 * lack day and month) or a date that does not exist.
 */
export function toIsoDate(text: string | undefined): string | undefined {
  const [, ...german] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text ?? '') ?? [];
  const [, ...plain] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text ?? '') ?? [];
  const iso = (german.length > 0 ? german.reverse() : plain).join('-');
  const date = iso === '' ? null : new Date(`${iso}T00:00:00Z`);
  if (!date || Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().startsWith(iso) ? iso : undefined;
}
