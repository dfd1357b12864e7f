import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { DrawnLink, ListedService, PortalAnswer, PortalLink, TopicLink } from '#contract/content.ts';
import type { Locale } from '#domain/locale.ts';
import { authorityView } from '#server/content/metadata-view.ts';
import { serviceLink, servicesBySlug } from '#server/content/service-answer.ts';
import { hasOwnPage } from '#server/content/thematic-portals.ts';
import { drawingOf } from '#server/content/topic-drawings.ts';
import type { Content, LifeSituation, Service, ThematicPortal, Topic } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { createAvailability } from '#server/search/availability.ts';
import { serve } from './route.ts';

/** Routes for browsing: the home page, topics, life situations, thematic portals, content pages. */
export function contentRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, calls.getHome, async ({ query: { lang } }) => {
    const content = context.content();
    return {
      frequent: content.frequent.flatMap((leiKaId) => {
        const service = content.services.get(leiKaId);
        return service ? [serviceLink(service, lang)] : [];
      }),
      topics: [...content.topics.values()].map((topic) => drawnLink(topic, lang)),
      lifeSituations: [...content.lifeSituations.values()].map((situation) => drawnLink(situation, lang)),
      portals: portalLinks(content, lang),
    };
  });

  serve(app, calls.getTopic, async ({ params, query: { lang } }) => {
    const content = context.content();
    const topic = content.topics.get(params.id);
    if (!topic) throw new ProblemError('not-found');
    return { topic: topicLink(topic, lang), services: servicesOfTopic(content, topic.id, lang) };
  });

  serve(app, calls.getLifeSituation, async ({ params, query: { lang } }) => {
    const content = context.content();
    const situation = content.lifeSituations.get(params.id);
    if (!situation) throw new ProblemError('not-found');
    const listed = listedServices(content, lang);
    return {
      lifeSituation: topicLink(situation, lang),
      steps: situation.steps.map(({ title, text, services }) => ({
        title: title[lang],
        text: text[lang],
        services: servicesBySlug(content, services).map(listed),
      })),
    };
  });

  serve(app, calls.listPortals, async ({ query }) => portalLinks(context.content(), query.lang));

  serve(app, calls.getPortal, async ({ params, query: { lang } }) => {
    const content = context.content();
    const portal = content.portals.get(params.id);
    if (!hasOwnPage(portal)) throw new ProblemError('not-found');
    return portalAnswer(content, portal, lang);
  });

  serve(app, calls.getPage, async ({ query: { lang, slug, id } }) => {
    const { pages } = context.content();
    const page =
      slug === undefined ? pages.get(id ?? '') : [...pages.values()].find((one) => one.slug[lang] === slug);
    if (!page) throw new ProblemError('not-found');
    return {
      id: page.id,
      title: page.title[lang],
      teaser: page.teaser[lang],
      html: page.html[lang],
      slugs: page.slug,
    };
  });
}

const topicLink = ({ id, title, teaser }: Topic | LifeSituation, lang: Locale): TopicLink => ({
  id,
  title: title[lang],
  teaser: teaser[lang],
});

const drawnLink = (entry: Topic | LifeSituation, lang: Locale): DrawnLink => ({
  ...topicLink(entry, lang),
  drawing: drawingOf(entry.icon),
});

const portalLinks = (content: Content, lang: Locale): PortalLink[] =>
  [...content.portals.values()].map((portal) => portalLink(content, portal, lang));

function portalLink(content: Content, portal: ThematicPortal, lang: Locale): PortalLink {
  return {
    id: portal.id,
    title: portal.title[lang],
    teaser: portal.teaser[lang],
    url: portal.url ?? null,
    topics: portal.topics.flatMap((id) => {
      const topic = content.topics.get(id);
      return topic ? [{ id, title: topic.title[lang] }] : [];
    }),
  };
}

/** Returns a thematic portal as its page shows it: every service once, in the first of its topics. */
function portalAnswer(content: Content, portal: ThematicPortal, lang: Locale): PortalAnswer {
  const { id, title, teaser, introduction } = portal;
  const authority = content.authorities.get(portal.authority ?? '');
  const named = new Set<string>();
  return {
    id,
    title: title[lang],
    teaser: teaser[lang],
    introduction: introduction?.[lang] ?? null,
    topics: portal.topics.flatMap((topicId) => {
      const topic = content.topics.get(topicId);
      const services = servicesOfTopic(content, topicId, lang).filter(({ leiKaId }) => !named.has(leiKaId));
      for (const { leiKaId } of services) named.add(leiKaId);
      return topic ? [{ topic: topicLink(topic, lang), services }] : [];
    }),
    authority: authority ? authorityView(authority, lang) : null,
  };
}

/** Adds to services where they are online. Every reading gives one result, so that pages can be stored. */
function listedServices(content: Content, lang: Locale): (service: Service) => ListedService {
  const availability = createAvailability(content);
  return (service) => ({ ...serviceLink(service, lang), availability: availability.anywhere(service) });
}

function servicesOfTopic(content: Content, topic: string, lang: Locale): ListedService[] {
  const { compare } = new Intl.Collator(lang);
  return [...content.services.values()]
    .filter(({ topics }) => topics.includes(topic))
    .map(listedServices(content, lang))
    .sort((one, other) => compare(one.title, other.title));
}
