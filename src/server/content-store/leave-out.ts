import type { Content, ContentFault } from '#server/content/types.ts';

/** Entries that decide nothing, and so can be left out when one of their files is faulty. */
const SEPARABLE =
  /^(services|topics|life-situations|portals|pages|responsibilities|home\.json|search\/foreign-words\.json)(\/|$)/;

/** Whether the content can be used without the entry: not for places, authorities, synonyms or an empty folder. */
export function canBeLeftOut({ file }: ContentFault): boolean {
  return SEPARABLE.test(file) && file !== 'services';
}

/**
 * Returns the content without the entries that have faults, and without everything that refers to them: the services
 * of a faulty responsibility group, and list entries that would lead nowhere.
 * @param groupOf slug of a service to its responsibility group
 */
export function leaveOut(content: Content, faults: ContentFault[], groupOf: Map<string, string>): Content {
  const broken = new Set(faults.map(({ file }) => file.split('/').slice(0, 2).join('/')));
  const isWhole = (slug: string) =>
    !broken.has(`services/${slug}`) && !broken.has(`responsibilities/${groupOf.get(slug)}.json`);
  const keep = <T>(entries: Map<string, T>, isKept: (entry: T, id: string) => boolean) =>
    new Map([...entries].filter(([id, entry]) => isKept(entry, id)));

  const topics = keep(content.topics, (_, id) => !broken.has(`topics/${id}.json`));
  const lifeSituations = keep(content.lifeSituations, (_, id) => !broken.has(`life-situations/${id}.json`));
  const portals = keep(content.portals, (_, id) => !broken.has(`portals/${id}.json`));
  const services = keep(content.services, ({ slug }) => isWhole(slug));
  const slugs = new Set([...services.values()].map(({ slug }) => slug));
  for (const [leiKaId, service] of services) {
    services.set(leiKaId, {
      ...service,
      topics: service.topics.filter((id) => topics.has(id)),
      lifeSituations: service.lifeSituations.filter((id) => lifeSituations.has(id)),
      related: service.related.filter((slug) => slugs.has(slug)),
    });
  }
  for (const [id, situation] of lifeSituations) {
    const steps = situation.steps.map((step) => ({
      ...step,
      services: step.services.filter((slug) => slugs.has(slug)),
    }));
    lifeSituations.set(id, { ...situation, steps });
  }
  for (const [id, portal] of portals) {
    const left = portal.topics.filter((topic) => topics.has(topic));
    if (left.length === 0 && !portal.url) portals.delete(id);
    else portals.set(id, { ...portal, topics: left });
  }
  return {
    ...content,
    topics,
    lifeSituations,
    portals,
    services,
    metadata: keep(content.metadata, ({ fmsFormId }) => slugs.has(fmsFormId)),
    forms: keep(content.forms, (_, slug) => slugs.has(slug)),
    pages: keep(content.pages, (_, id) => !broken.has(`pages/${id}`)),
    frequent: content.frequent.filter((leiKaId) => services.has(leiKaId)),
  };
}
