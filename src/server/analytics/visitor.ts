import type { FastifyRequest } from 'fastify';

/** Classes of devices in the figures for the Single Digital Gateway (Implementing Regulation (EU) 2020/1121). */
const deviceClasses = ['phone', 'tablet', 'computer'] as const;
type DeviceClass = (typeof deviceClasses)[number];

/** Facts about a reader that are counted with the page. */
export type Visitor = {
  device: DeviceClass;
  /** ISO 3166-1 alpha-2; `ZZ` where it is not known. */
  country: string;
};

const UNKNOWN_COUNTRY = 'ZZ';

/**
 * Returns the reader's class of device, from the browser's name for itself, and the country, from the header that our
 * own proxies set. The header is ignored from everybody else, who could count for any country.
 * @param countryHeader name of the header, in small letters
 */
export function visitorOf(
  { headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>,
  countryHeader: string | undefined,
): Visitor {
  const isFromProxy = (ips?.length ?? 0) > 1;
  const named = countryHeader && isFromProxy ? String(headers[countryHeader] ?? '').toUpperCase() : '';
  return {
    device: deviceClassOf(headers['user-agent']),
    country: /^[A-Z]{2}$/.test(named) ? named : UNKNOWN_COUNTRY,
  };
}

/** An Android tablet is one that does not call itself mobile; an iPad may call itself a Macintosh, and counts as one. */
function deviceClassOf(userAgent = ''): DeviceClass {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/i.test(userAgent)) return 'tablet';
  return /\bMobile\b|\biPhone\b|\biPod\b/i.test(userAgent) ? 'phone' : 'computer';
}
