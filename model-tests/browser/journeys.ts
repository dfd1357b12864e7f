import type { Browser } from 'playwright';
import { it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { locales } from '#domain/locale.ts';
import type { Portal } from '../http/portal.ts';
import type { Gallery } from './gallery.ts';
import { Visitor } from './visitor.ts';

/** The browser reports every 404; this one only means that there is no draft yet. */
export const NO_DRAFT = /404 .*\/api\/process\?metadataId=/;

type Travel = (visitor: Visitor) => Promise<void>;

/**
 * Journeys of one person each, whose windows must stay free of errors.
 * @param scene their browser and portal; called when a journey begins
 */
export function journeys(scene: () => { browser: Browser; portal: Portal }, gallery: Gallery) {
  const journey = (name: string, locale: Locale, travel: Travel) =>
    it(name, async () => {
      const { browser, portal } = scene();
      const visitor = await Visitor.arrive(browser, portal.url, locale);
      try {
        await travel(visitor);
        visitor.watched.expectSilent([NO_DRAFT]);
      } catch (error) {
        await gallery.keep(visitor, name);
        throw error;
      } finally {
        await visitor.leave();
      }
    }, 1_200_000);

  /** Runs a journey once in each language, for screens on which the language cannot be changed. */
  const inBothLanguages = (name: string, travel: Travel) => {
    for (const locale of locales) journey(`${name} (${locale})`, locale, travel);
  };
  return { journey, inBothLanguages };
}
