import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { HandInPage } from '#contract/hand-in.ts';
import type { Locale } from '#domain/locale.ts';
import { provideDialogs } from '../testing/dialogs.ts';
import { person } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { HandInArea } from './hand-in-area.tsx';

beforeAll(provideDialogs);
afterEach(cleanup);

const document = (path: string, label: string) => ({
  path,
  label,
  pattern: 'application/pdf,image/jpeg',
  maxBytes: 10 * 1024 * 1024,
});
const page = (change: Partial<HandInPage> = {}): HandInPage => ({
  ticketNumber: 'SP-ABCD-EFGH-JKMN',
  serviceName: 'Wohngeld',
  authorityName: 'Landeshauptstadt Kiel',
  until: '2026-12-18',
  isPast: false,
  documents: [document('rent', 'Mietvertrag'), document('income', 'Nachweise über das Einkommen')],
  files: [],
  handIns: [],
  ...change,
});
const handIn = (state: 'waiting' | 'delivered' | 'failed') => ({
  id: 'h',
  state,
  documents: [{ path: 'rent', label: 'Mietvertrag', files: ['vertrag.pdf', 'seite-2.jpg'] }],
  handedInAt: '2026-11-20T10:00:00Z',
  deliveredAt: state === 'delivered' ? '2026-11-20T10:01:00Z' : null,
  hasReceipt: state === 'delivered',
});
const arrived = {
  id: 'f',
  path: 'rent',
  name: 'vertrag.pdf',
  size: 2048,
  type: 'application/pdf',
  checked: true,
};
const show = (service: Service, locale: Locale = 'de') =>
  showScreen(<HandInArea />, {
    route: { screen: 'handIn', processId: 'p' },
    locale,
    service: { user: async () => person(), handInPage: async () => page(), ...service },
  });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('names the application, to whom the documents go and until when, and has a field for each', async () => {
  await show({});
  await screen.findByText('Wohngeld');
  screen.getByText('SP-ABCD-EFGH-JKMN');
  screen.getByText('Landeshauptstadt Kiel');
  screen.getByText('18. Dezember 2026');
  for (const label of ['Mietvertrag', 'Nachweise über das Einkommen'])
    screen.getByLabelText(new RegExp(`^${label}`));
  screen.getByText(/auch mit der Post senden/);
  expect(screen.queryByText('Das haben Sie nachgereicht')).toBeNull();
});

it('says that a day is over, and takes the documents all the same', async () => {
  await show({ handInPage: async () => page({ isPast: true }) });
  await screen.findByRole('heading', { name: /Die Unterlagen sollten bis 18. Dezember 2026 da sein/ });
  screen.getByRole('button', { name: 'Jetzt nachreichen' });
});

it('leads to the fields when nothing was chosen', async () => {
  await show({});
  await screen.findByText('Wohngeld');
  await press('Jetzt nachreichen');
  const summary = await screen.findByRole('region', { name: /Fehler|Angabe/ });
  expect(summary).toBe(globalThis.document.activeElement);
  within(summary).getByRole('link', { name: 'Wählen Sie mindestens eine Datei aus.' });
  expect(
    screen.getAllByText('Wählen Sie mindestens eine Datei aus.'),
    'no document is at fault',
  ).toHaveLength(1);
  expect(globalThis.document.querySelector('[aria-invalid=true]')).toBeNull();
});

it('shows at the only document that nothing was chosen', async () => {
  const [only] = page().documents;
  await show({ handInPage: async () => page({ documents: [only!] }) });
  await screen.findByText('Wohngeld');
  await press('Jetzt nachreichen');
  expect(await screen.findAllByText('Wählen Sie mindestens eine Datei aus.')).toHaveLength(2);
});

it('hands in the files that are there, and says that they are on their way', async () => {
  const asked = vi.fn(async () => page({ handIns: [handIn('waiting')], documents: page().documents }));
  await show({ handInPage: async () => page({ files: [arrived] }), handIn: asked });
  const notYet = await screen.findByText(/Die Behörde bekommt sie erst, wenn Sie/);
  expect(notYet.closest('[role=status]'), 'it is read').not.toBeNull();
  await press('Jetzt nachreichen');
  await screen.findByRole('heading', { name: /Ihre Unterlagen sind angenommen/ });
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ files: ['f'] }));
  screen.getByText('Wird gesendet');
  screen.getByText('Mietvertrag: vertrag.pdf, seite-2.jpg');
  screen.getByText(/^Nachgereicht am 20. November 2026. Sie können hier noch etwas dazu senden./);
  expect(screen.queryByText(/Die Behörde bekommt sie erst/)).toBeNull();
});

it.each([
  ['delivered', /^Sie wurden an die Behörde übermittelt/],
  ['failed', null],
] as const)('says nothing else of a hand-in that is %s at once', async (state, told) => {
  await show({
    handInPage: async () => page({ files: [arrived] }),
    handIn: async () => page({ handIns: [handIn(state)] }),
  });
  await screen.findByText('vertrag.pdf', { exact: false, selector: '.sp-file__name' });
  await press('Jetzt nachreichen');
  await screen.findByRole('heading', { name: 'Das haben Sie nachgereicht' });
  expect(screen.queryByText(/Wir senden sie jetzt/)).toBeNull();
  if (told) screen.getByText(told);
  else expect(screen.queryByText(/sind angenommen/)).toBeNull();
});

it('says in English what has arrived, with its receipt', async () => {
  await show({ handInPage: async () => page({ handIns: [handIn('delivered')] }) }, 'en');
  await screen.findByText(/^The documents were sent to the authority on 20 November 2026/);
  expect(screen.getByRole('link', { name: /^Receipt \(PDF\)/ }).getAttribute('href')).toBe(
    '/api/process/p/hand-in/h/receipt',
  );
});

it('lists the latest hand-in first', async () => {
  const later = { ...handIn('waiting'), id: 'later', handedInAt: '2026-11-24T10:00:00Z' };
  await show({ handInPage: async () => page({ handIns: [handIn('delivered'), later] }) });
  await screen.findByRole('heading', { name: 'Das haben Sie nachgereicht' });
  const days = screen.getAllByRole('heading', { level: 3, name: /November 2026/ });
  expect(days.map(({ textContent }) => /\d+\. November/.exec(textContent)?.[0])).toEqual([
    '24. November',
    '20. November',
  ]);
});

it('has a failed hand-in sent again', async () => {
  const again = vi.fn(async () => page({ handIns: [handIn('waiting')] }));
  await show({ handInPage: async () => page({ handIns: [handIn('failed')] }), handInAgain: again });
  await screen.findByText(/konnten nicht an die Behörde gesendet werden. Ihre Dateien sind noch da/);
  expect(screen.queryByText(/^Nachgereicht am 20. November 2026. Sie können/)).toBeNull();
  await press(/^Noch einmal senden/);
  await screen.findByText('Wird gesendet');
  expect(again).toHaveBeenCalledWith(expect.objectContaining({ id: 'h' }));
});

it('says why nothing can be handed in any more', async () => {
  await show({ handInPage: () => Promise.reject({ code: 'hand-in-closed' }) });
  await screen.findByText(/können Sie hier nichts mehr nachreichen/);
});

it('asks for a login where nobody is logged in', async () => {
  await show({ user: async () => null });
  await screen.findByRole('button', { name: /anmelden/i });
  expect(screen.queryByText('Wohngeld')).toBeNull();
});
