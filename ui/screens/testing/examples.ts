import type { SessionUser } from '#contract/auth.ts';
import type { DraftView, SentView } from '#contract/personal-area.ts';
import { withContactBox } from './contact-box.ts';
/** A person logged in with the citizens' account. */
export const person = (change: Partial<SessionUser> = {}): SessionUser => ({
  person: 'Petra',
  session: 's1',
  providerId: 'nkb',
  providerType: 'saml2',
  trustLevel: 'low',
  name: 'Petra Lindemann',
  hasPostbox: true,
  providerData: {},
  loginData: {},
  transient: false,
  recentlyFetched: true,
  fetchedTimestamp: '2026-11-20T12:00:00Z',
  answeredAt: '2026-11-20T12:00:00Z',
  expires: '2026-11-20T12:30:00Z',
  sessionExpiration: '2026-11-20T20:00:00Z',
  ...change,
});

export const draft = (change: Partial<DraftView> = {}): DraftView => ({
  id: 'd1',
  version: 1,
  metadataId: 'hundesteuer-kiel',
  status: 'EDITING',
  statusChanged: '2026-11-19T13:32:00Z',
  lastUpdated: '2026-11-19T13:32:00Z',
  availableUntil: '2026-12-19T13:32:00Z',
  trustLevel: 'low',
  leiKaId: '99102013000000',
  serviceName: 'Anmeldung zur Hundesteuer',
  authorityName: 'Landeshauptstadt Kiel',
  areaName: 'Kiel',
  nextStep: 'form',
  running: false,
  tryUntil: null,
  step: null,
  feeDueCents: 0,
  paidCents: 0,
  refundDueCents: 0,
  ...change,
});

export const sent = (change: Partial<SentView> = {}): SentView => ({
  id: 's1',
  status: 'SUCCESSFULLY_SUBMITTED',
  externalIdType: 'FIT_CONNECT',
  externalId: '476dc515-eee8-4731-89c7-4724270d93b7',
  messageId: '0b9cfa0c-6f3a-4c2f-9f0f-1f4b7a6f2c11',
  ticketNumber: 'SP-NE4N-FXKY-48KB',
  name: 'Antrag auf Wohngeld',
  authority: withContactBox({
    id: 'kiel',
    name: 'Landeshauptstadt Kiel',
    street: 'Fleethörn',
    streetNumber: '9',
    postalCode: '24103',
    city: 'Kiel',
    phoneNumber: '+49 431 115',
    email: 'post@example.org',
  }),
  submissionDate: '2026-11-18T09:00:00Z',
  statusChecked: '2026-11-18T09:01:00Z',
  downloadsUntil: '2026-12-02T09:00:00Z',
  documentsLang: 'de',
  documents: [
    { kind: 'form', size: 54_000 },
    { kind: 'attachment', size: 2_000_000 },
  ],
  ...change,
});
