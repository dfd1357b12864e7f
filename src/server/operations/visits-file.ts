import type { Locale } from '#domain/locale.ts';
import type { MonthlyVisits } from '#server/analytics/visits.ts';
import type { Content } from '#server/content/types.ts';
import { publicPages } from '#server/seo/public-page.ts';

const COLUMNS = ['month', 'address', 'screen', 'id', 'device', 'country', 'visits'] as const;

/**
 * Returns the visits by month, page, class of device and country as CSV (RFC 4180), as the Single Digital Gateway asks
 * for them (Regulation (EU) 2018/1724, article 24). The address is that of the page in the language of the reader; it
 * is empty for a page that is not in the content any more, and for pages of applications.
 * @param origin public address of the portal
 */
export function visitsFile(
  visits: MonthlyVisits[],
  content: Content,
  origin: string,
  locale: Locale,
): string {
  const addresses = new Map(
    publicPages(content).map(({ screen, id, paths }) => [`${screen} ${id}`, origin + paths[locale]]),
  );
  const rows = visits.map(({ month, screen, id, device, country, count }) => [
    month,
    addresses.get(`${screen} ${id}`) ?? '',
    screen,
    id,
    device,
    country,
    String(count),
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
