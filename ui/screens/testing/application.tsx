import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { StatementView } from '#contract/summary.ts';
import type { StatementId } from '#domain/statement.ts';
import type { FormDefinition } from '#forms/types.ts';

import { withContactBox } from './contact-box.ts';
import { provideDialogs } from './dialogs.ts';

export const ID = '8a147205-a032-4077-bd9f-ff4452a2fae6';

/** An application as the server shows it. */
export const process = (
  change: Partial<ProcessView> = {},
  facts: Partial<ProcessView['facts']> = {},
): ProcessView => ({
  id: ID,
  version: 1,
  status: 'EDITING',
  statusChanged: '2026-11-20T10:00:00Z',
  fmsFormId: 'hundesteuer',
  metadataId: 'hundesteuer-kiel',
  messageId: null,
  paymentCheckoutSign: null,
  paymentAmount: null,
  paymentMethod: null,
  postboxSent: false,
  area: { key: '010020000000', name: 'Kiel' },
  locale: 'de',
  availableUntil: '2026-12-20T12:00:00Z',
  responsibleDataProcessingUnitId: null,
  page: null,
  payment: null,
  submission: null,
  result: null,
  facts: {
    mode: 'none',
    feeCents: 0,
    paidCents: 0,
    refundDueCents: 0,
    noticeAllowed: false,
    hasPostbox: false,
    notice: null,
    hasUser: true,
    loginConfirmed: false,
    conflictOpen: false,
    running: false,
    acknowledged: false,
    ...facts,
  },
  metadata: {
    metadataId: 'hundesteuer-kiel',
    fmsType: 'FORMIO',
    fmsFormId: 'hundesteuer',
    lang: 'de',
    leiKaId: '99102013104000',
    title: 'Anmeldung zur Hundesteuer',
    description: '',
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
    feeType: 'FREE',
    feeAmount: null,
    feePurpose: 'Hundemarke',
    mode: 'none',
    trustLevel: 'low',
    identificationType: 'none',
    idpIds: ['nkb'],
    forceWelcomePage: false,
    processingBasis: 'law',
    allowElectronicNoticeDelivery: false,
    enableDataComparison: false,
    isDeprecated: false,
    draftRetentionDays: 30,
    downloadRetentionDays: 14,
    durationMinutes: 5,
    needed: [],
    afterwards: '',
  },
  ...change,
});

export const statementOf = (id: StatementId, text: string): StatementView => ({
  id,
  version: 1,
  text,
  missing: `Es fehlt: ${text}`,
});

export const page = (key: string, field: string, label: string): FormDefinition['components'][number] => ({
  type: 'panel',
  key,
  label,
  title: `Seite ${label}`,
  components: [{ type: 'textfield', key: field, label, input: true, validate: { required: true } }],
});
export const form: FormDefinition = {
  name: 'f',
  title: 'Form',
  display: 'wizard',
  components: [page('p1', 'owner', 'Name'), page('p2', 'dog', 'Hund')],
};

export const saved = (version: number): SavedProgress => ({
  version,
  status: 'EDITING',
  savedAt: '2026-11-20T12:00:00Z',
  availableUntil: '2026-12-20T12:00:00Z',
});

/** Gives each test of a file the window that screens need. */
export function provideWindow(): void {
  beforeAll(provideDialogs);
  beforeEach(() => {
    window.scrollTo = () => undefined;
    Element.prototype.scrollIntoView = () => undefined;
  });
  afterEach(cleanup);
}
