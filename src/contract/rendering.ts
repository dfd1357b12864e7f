import type { Locale } from '#domain/locale.ts';
import type { PageSettings } from './settings.ts';
import type { Place } from './shapes.ts';

/** Request of the server to the renderer for a public page. */
export type RenderRequest = {
  /** Path and query of the page. */
  href: string;
  /** The chosen place: the one in the address, else the one stored in the browser. */
  place: Place | null;
  settings: PageSettings;
  /** Reads a call of the contract by its address. */
  read: (address: string) => Promise<{ status: number; body: string }>;
};

export type RenderedPage = {
  /** 200, or the status of the error shown: 404, 410, 500. */
  status: number;
  locale: Locale;
  title: string;
  description: string;
  /** Paths of this page in each language. */
  alternates: Record<Locale, string> | null;
  markup: string;
  /** Maps the address of each call that was read to its answer. */
  answers: Record<string, { status: number; body: unknown }>;
  /** JSON of namespace to texts, safe inside a script element. */
  texts: string;
};

/** Request of the server to the renderer for a page of the application without scripts. */
export type WithoutScriptRequest = Pick<RenderRequest, 'href' | 'settings' | 'read'> & {
  screen: 'process' | 'handover' | 'account' | 'logins' | 'redirect';
  locale: Locale;
  /** The service and place that the page is about; null when they are not known. */
  service: { leiKaId: string; area: string | null } | null;
};

/** The built renderers (src/browser/public/render.tsx, src/browser/application/render.tsx). */
export type Renderer = {
  render: (request: RenderRequest) => Promise<RenderedPage>;
  /** Null for a page that only the browser can render. */
  renderApplication: (request: RenderRequest) => Promise<RenderedPage | null>;
  /** Markup without data for a script, for a noscript element. */
  renderWithoutScript: (request: WithoutScriptRequest) => Promise<string>;
};
