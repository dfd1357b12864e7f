import type {
  HomeAnswer,
  LifeSituationAnswer,
  ListedService,
  PageAnswer,
  PortalAnswer,
  PortalLink,
  SearchAnswer,
  SearchResult,
  ServiceAnswer,
  ServiceLink,
  TopicAnswer,
} from '#contract/content.ts';
import type { MetadataView } from '#contract/shapes.ts';
import { withContactBox } from './contact-box.ts';

export const kiel = { key: '010020000000', value: 'Kiel' };
export const strande = { key: '010585822171', value: '24229 Strande' };
export const schwedeneck = { key: '010585822150', value: '24229 Schwedeneck' };

export const authority: NonNullable<ServiceAnswer['authority']> = withContactBox({
  id: 'kiel',
  name: 'Landeshauptstadt Kiel',
  street: 'Fleethörn',
  streetNumber: '9',
  postalCode: '24103',
  city: 'Kiel',
  phoneNumber: '+49 431 115',
  email: 'post@kiel.example',
  openingHours: 'Montag bis Freitag 8 bis 12 Uhr',
});

export const metadata: MetadataView = {
  metadataId: 'hundesteuer-kiel',
  lang: 'de',
  leiKaId: '99102013104000',
  fmsType: 'FORMIO',
  fmsFormId: 'hundesteuer',
  authority,
  title: 'Anmeldung zur Hundesteuer',
  description: '',
  feeType: 'FREE',
  feeAmount: null,
  feePurpose: '',
  mode: 'none',
  trustLevel: 'low',
  identificationType: 'none',
  idpIds: ['nkb', 'anon'],
  forceWelcomePage: false,
  allowElectronicNoticeDelivery: false,
  enableDataComparison: false,
  processingBasis: 'law',
  isDeprecated: false,
  draftRetentionDays: 30,
  downloadRetentionDays: 14,
  durationMinutes: 10,
  needed: [],
  afterwards: '',
};

const dogTax = {
  leiKaId: '99102013104000',
  title: 'Hund zur Hundesteuer anmelden',
  teaser: 'Innerhalb von 14 Tagen.',
};
const dogTaxEnd = {
  leiKaId: '99102013104001',
  title: 'Hund abmelden',
  teaser: 'Wenn der Hund nicht mehr da ist.',
};
const nature = {
  id: 'umwelt-und-tiere',
  title: 'Umwelt und Tiere',
  teaser: 'Hunde, Bäume, Sperrmüll',
};
const moving = { id: 'umzug', title: 'Umzug', teaser: 'Neue Wohnung, neuer Ort' };

export const portals: PortalLink[] = [
  {
    id: 'familienportal',
    title: 'Familienportal',
    teaser: 'Alles für Familien',
    url: null,
    topics: [{ id: 'familie-und-kinder', title: 'Familie und Kinder' }],
  },
  {
    id: 'bauportal',
    title: 'Bauportal',
    teaser: 'Rund ums Bauen',
    url: 'https://bauen.example/',
    topics: [],
  },
];

export const home: HomeAnswer = {
  frequent: [dogTax],
  topics: [{ ...nature, drawing: 'M4 20h16' }],
  lifeSituations: [{ ...moving, drawing: 'M12 4v16' }],
  portals,
};

export const result = (change: Partial<SearchResult> = {}): SearchResult => ({
  type: 'service',
  id: dogTax.leiKaId,
  title: dogTax.title,
  text: dogTax.teaser,
  authority: authority.name,
  availability: 'online',
  ...change,
});

export const search = (change: Partial<SearchAnswer> = {}): SearchAnswer => ({
  query: 'hund',
  place: null,
  placeQuery: null,
  placeChoices: [],
  placeIsUnknown: false,
  kind: 'ALL_CONTENT',
  page: 1,
  pageSize: 10,
  total: 1,
  counts: { ALL_CONTENT: 1, SERVICE: 1, CMS: 0, CMS_SERVICE: 1, RESPONSIBLE_AUTHORITY: 0, LOCATION: 0 },
  results: [result()],
  placeInQuery: null,
  corrections: [],
  languageNotes: [],
  incomplete: false,
  ...change,
});

export const service = (
  change: Partial<ServiceAnswer> = {},
  detail: Partial<ServiceAnswer['service']> = {},
): ServiceAnswer => ({
  service: {
    ...dogTax,
    keywords: [],
    sections: [
      { module: 'shortText', html: '<p>Wer einen Hund hält, zahlt Steuern.</p>' },
      { module: 'documents', html: '<ul><li>Ausweis</li></ul>' },
      { module: 'legalBasis', html: '<p>Satzung der Stadt</p>' },
      { module: 'responsible', html: '<p>Ihre Gemeinde ist zuständig.</p>' },
    ],
    costs: [{ kind: 'FIXED', amount: 12_000, label: 'für den ersten Hund, im Jahr' }],
    deadlines: [{ duration: { value: 2, unit: 'week' }, label: 'nach der Aufnahme des Hundes' }],
    processingTime: { value: 1, to: 2, unit: 'week' },
    links: [{ url: 'https://hunde.example/', label: 'Tipps zur Haltung' }],
    topics: [{ id: nature.id, title: nature.title }],
    related: [dogTaxEnd],
    ...detail,
  },
  place: null,
  placeQuery: null,
  placeChoices: [],
  placeIsUnknown: false,
  authority: null,
  authorityChoices: [],
  metadata: null,
  onlineLinks: [],
  isOnlineSomewhere: true,
  ...change,
});

const listed = (
  service: ServiceLink,
  availability: ListedService['availability'] = 'choosePlace',
): ListedService => ({ ...service, availability });

export const topic: TopicAnswer = { topic: nature, services: [listed(dogTax), listed(dogTaxEnd, 'onSite')] };

export const lifeSituation: LifeSituationAnswer = {
  lifeSituation: moving,
  steps: [
    { title: 'Vor dem Umzug', text: 'Kündigen Sie rechtzeitig.', services: [] },
    { title: 'Danach', text: 'Melden Sie sich an.', services: [listed(dogTax)] },
  ],
};

export const portal: PortalAnswer = {
  id: 'familienportal',
  title: 'Familienportal',
  teaser: 'Alles für Familien',
  introduction: 'Von der Geburt bis zur Schule.',
  topics: [
    { topic: nature, services: [listed(dogTax)] },
    { topic: moving, services: [] },
  ],
  authority,
};

export const page: PageAnswer = {
  id: 'barrierefreiheit',
  title: 'Erklärung zur Barrierefreiheit',
  teaser: '',
  html: '<h2>Stand</h2><p>Dieses Portal ist barrierefrei.</p>',
  slugs: { de: 'barrierefreiheit', en: 'accessibility' },
};
