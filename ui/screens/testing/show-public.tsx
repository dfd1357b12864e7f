import { render } from '@testing-library/react';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SearchResult } from '#contract/content.ts';
import type { PageSettings } from '#contract/settings.ts';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { locationMachine } from '#machines/location/location.machine.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';

import { searchMachine } from '#machines/search/search.machine.ts';
import {
  HrefProvider,
  LocaleProvider,
  type PortalActor,
  PortalToolsProvider,
} from '../shared/portal-context.tsx';
import { SettingsProvider } from '../shared/settings-context.tsx';
import { NOW, texts } from './show-screen.tsx';
import { settings } from './theme.ts';

type Options = {
  href?: string;
  locale?: Locale;
  /** The chosen place. */
  place?: Place | null;
  /** Answers of the server while the person types. */
  places?: (name: string) => readonly Place[];
  suggestions?: (query: string) => readonly SearchResult[];
  /** Things that operators have paused. */
  pauses?: PageSettings['pauses'];
};

const portalOf = ({ locale = 'de', place = null, places, suggestions }: Options): PortalActor =>
  createActor(
    portalMachine.provide({
      actors: {
        location: locationMachine.provide({
          actors: { searchPlaces: fromPromise(async ({ input }) => places?.(input.name) ?? []) },
        }),
        search: searchMachine.provide({
          actors: { suggest: fromPromise(async ({ input }) => suggestions?.(input.query) ?? []) },
        }),
      },
    }),
    { input: { now: () => NOW, locale, place, loginOutcome: null } },
  );

const withProviders = (
  screen: ReactNode,
  { href = '/', locale = 'de', pauses = {} }: Options,
  tools: { portal: PortalActor; navigate: (href: string) => void },
  i18n: I18n,
) => (
  <I18nextProvider i18n={i18n}>
    <PortalToolsProvider value={tools}>
      <LocaleProvider value={locale}>
        <SettingsProvider value={{ ...settings, pauses }}>
          <HrefProvider value={href}>{screen}</HrefProvider>
        </SettingsProvider>
      </LocaleProvider>
    </PortalToolsProvider>
  </I18nextProvider>
);

/** Shows a public page over the real workflows. */
export async function showPublic(screen: ReactNode, options: Options = {}) {
  const portal = portalOf(options);
  const navigate = vi.fn();
  portal.start();
  const i18n = await texts(options.locale ?? 'de');
  return { ...render(withProviders(screen, options, { portal, navigate }, i18n)), portal, navigate };
}

/** The page as the server sends it, and as people without scripts see it. */
export async function markupOf(screen: ReactNode, options: Options = {}): Promise<string> {
  const tools = { portal: portalOf(options), navigate: () => undefined };
  return renderToString(withProviders(screen, options, tools, await texts(options.locale ?? 'de')));
}

/**
 * Hydrates the page that the server sent.
 * @returns the differences
 */
export async function takeUp(screen: ReactNode, options: Options = {}): Promise<unknown[]> {
  const faults: unknown[] = [];
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = await markupOf(screen, options);
  const tools = { portal: portalOf(options), navigate: () => undefined };
  const i18n = await texts(options.locale ?? 'de');
  render(withProviders(screen, options, tools, i18n), {
    container,
    hydrate: true,
    onRecoverableError: (error) => faults.push(error),
  });
  return faults;
}
