import type { Locale } from '#domain/locale.ts';
/** The pages of spec section 2 in both languages; parameters begin with `$`. */
export const paths = {
  home: { de: '/', en: '/en' },
  search: { de: '/suche', en: '/en/search' },
  service: { de: '/leistung/$leikaid', en: '/en/service/$leikaid' },
  topic: { de: '/themenfelder/$id', en: '/en/topics/$id' },
  lifeSituation: { de: '/lebenslagen/$id', en: '/en/circumstances/$id' },
  portals: { de: '/themenportale', en: '/en/portals' },
  portal: { de: '/themenportale/$id', en: '/en/portals/$id' },
  content: { de: '/inhalt/$id', en: '/en/content/$id' },
  account: { de: '/nutzerkonto', en: '/en/account' },
  logins: { de: '/nutzerkonto/anmeldungen', en: '/en/account/logins' },
  ownData: { de: '/nutzerkonto/daten', en: '/en/account/data' },
  handIn: { de: '/nutzerkonto/nachreichen', en: '/en/account/hand-in' },
  process: { de: '/formular', en: '/en/form' },
  handover: { de: '/formular/efa', en: '/en/form/efa' },
  redirect: { de: '/redirect', en: '/redirect' },
  /** All other addresses: a content page by its slug, or no page. */
  page: { de: '/$', en: '/en/$' },
} as const;
export type Screen = keyof typeof paths;

/** Paths of the workshop, where the workflows can be seen. It is not a page for citizens, and no page links to it. */
export const workshopPaths: Record<Locale, string> = { de: '/werkstatt', en: '/en/workshop' };

/** Paths of the page that asks for feedback, which needs no script and is no screen of the bundles. */
export const feedbackPaths: Record<Locale, string> = { de: '/rueckmeldung', en: '/en/feedback' };

/** Id of the script element that holds the data of a public page. */
export const PAYLOAD_ID = 'payload';

/** Content kinds that a search can be limited to (spec section 2). */
export const contentKinds = [
  'ALL_CONTENT',
  'SERVICE',
  'CMS',
  'CMS_SERVICE',
  'RESPONSIBLE_AUTHORITY',
  'LOCATION',
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Screens of the application bundle; all others are public pages, rendered on the server. */
export const applicationScreens: ReadonlySet<Screen> = new Set([
  'account',
  'logins',
  'ownData',
  'handIn',
  'process',
  'handover',
  'redirect',
]);

/** Pages that every portal has and the frame links to, by id and slug; their texts are content. */
export const pageSlugs = {
  imprint: { de: 'impressum', en: 'imprint' },
  privacy: { de: 'datenschutz', en: 'privacy' },
  terms: { de: 'nutzungsbedingungen', en: 'terms-of-use' },
  accessibility: { de: 'barrierefreiheit', en: 'accessibility' },
  reportBarrier: { de: 'barriere-melden', en: 'report-a-barrier' },
  easyLanguage: { de: 'leichte-sprache', en: 'easy-language' },
  signLanguage: { de: 'gebaerdensprache', en: 'sign-language' },
  onlineId: { de: 'online-ausweisfunktion', en: 'online-id-function' },
  help: { de: 'hilfe', en: 'help' },
} as const;
export type PageKey = keyof typeof pageSlugs;

/** The language of an address: English has the prefix /en, German has none. */
export const localeOfPath = (path: string): Locale => (/^\/en(\/|$)/.test(path) ? 'en' : 'de');

/** The screen that a path leads to; any other single or nested slug may be a content page. */
export function screenOfPath(path: string): Screen {
  const locale = localeOfPath(path);
  const plain = path.replace(/(.)\/$/, '$1');
  for (const [screen, { [locale]: pattern }] of Object.entries(paths) as [Screen, Record<Locale, string>][]) {
    if (screen === 'page') continue;
    if (new RegExp(`^${pattern.replace(/\$\w+/, '[^/]+')}$`).test(plain)) return screen;
  }
  return 'page';
}
