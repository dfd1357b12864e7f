import type { ServiceSummary } from '#contract/shapes.ts';

/** Services whose title, teaser or everyday words contain every word asked for; those named so come first. */
export function matchingServices(
  services: readonly ServiceSummary[],
  query: string,
  locale: string,
): ServiceSummary[] {
  const words = folded(query, locale).split(/\s+/).filter(Boolean);
  const textOf = (service: ServiceSummary) =>
    folded([service.title, service.teaser, ...service.keywords].join(' '), locale);
  const inTitle = (service: ServiceSummary) =>
    words.every((word) => folded(service.title, locale).includes(word)) ? 0 : 1;
  return services
    .filter((service) => words.every((word) => textOf(service).includes(word)))
    .sort((one, other) => inTitle(one) - inTitle(other) || one.title.localeCompare(other.title, locale));
}

/** Small letters without marks: "Führerschein" is found by "fuhrer" and "führer" alike. */
const folded = (text: string, locale: string): string =>
  text.toLocaleLowerCase(locale).normalize('NFD').replace(/\p{M}/gu, '');
