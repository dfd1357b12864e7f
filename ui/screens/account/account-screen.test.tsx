import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HandedOverView } from '#contract/handover.ts';
import type { DraftView } from '#contract/personal-area.ts';
import type { ProcessView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import type { ListAsked, PersonalArea } from '#machines/drafts/drafts.types.ts';

import { provideDialogs } from '../testing/dialogs.ts';
import { draft, person, sent } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { AccountScreen } from './account-screen.tsx';
import { hrefOfList } from './list-href.ts';

beforeAll(provideDialogs);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const main = () => within(screen.getByRole('main'));
const show = (service: Service, more: { locale?: Locale; loginOutcome?: 'CANCEL' | 'ERROR' } = {}) =>
  showScreen(<AccountScreen />, { route: { screen: 'account' }, service, ...more });
const noneAt = { substantial: 0, high: 0 };
const none = { drafts: noneAt, sent: noneAt };
const area = (lists: Partial<PersonalArea>, change = {}): Service => ({
  user: async () => person(change),
  lists: async () => ({ drafts: [], sent: [], closed: none, ...lists }),
});
/** The personal area at an address that asks for a part of its lists. */
const showAsked = (asked: Partial<ListAsked>, service: Service, locale: Locale = 'de') =>
  showScreen(<AccountScreen />, {
    route: { screen: 'account', asked: new URL(hrefOfList('de', asked), 'https://portal.example').search },
    service,
    locale,
  });
const card = async (name: string) =>
  within((await main().findByRole('heading', { level: 3, name })).closest('li') as HTMLElement);

it('a draft with all that its form needs is not called incomplete, and leads to the summary', async () => {
  const whole = { step: { at: 13, of: 13 } };
  await show(
    area({ drafts: [draft(whole), draft({ id: 'd2', serviceName: 'Ausweis', step: { at: 12, of: 13 } })] }),
  );
  const complete = await card('Anmeldung zur Hundesteuer');
  complete.getByText('Nicht gesendet', { exact: true });
  complete.getByText('Als Nächstes: prüfen und bestätigen');
  expect(complete.queryByText(/auszufüllen|fertig ausfüllen/)).toBeNull();
  const link = complete.getByRole('link', { name: /^Zur Zusammenfassung/ });
  expect(link.getAttribute('href')).toBe('/formular?id=d1&step=summary');
  const other = await card('Ausweis');
  other.getByText('Nicht gesendet: Noch auszufüllen');
  expect(other.getByRole('link', { name: /^Weiter ausfüllen/ }).getAttribute('href')).toBe('/formular?id=d2');
});

it('the choice about e-mails is said to be saved once the server has it', async () => {
  let wanted = true;
  let arrives: () => void = () => undefined;
  const mails = () => new Promise<void>((resolve) => (arrives = resolve));
  const lists = async () => ({
    drafts: [draft({ mail: { to: 'petra@example.com', wanted } })],
    sent: [],
    closed: none,
  });
  await show({ user: async () => person(), lists, mails });
  const dog = await card('Anmeldung zur Hundesteuer');
  const box = dog.getByRole('checkbox');
  await userEvent.click(box);
  expect(dog.queryByText('Gespeichert')).toBeNull();
  wanted = false;
  arrives();
  expect((await dog.findByText('Gespeichert')).getAttribute('role')).toBe('status');
  await userEvent.click(box);
  expect(dog.queryByText('Gespeichert')).toBeNull();
});

it('e-mails before the end of a draft are ticked only where they are wanted', async () => {
  const mail = (wanted: boolean) => ({ to: 'petra@example.com', wanted });
  await show(
    area({
      drafts: [draft({ mail: mail(true) }), draft({ id: 'd2', serviceName: 'Ausweis', mail: mail(false) })],
    }),
  );
  const boxIn = async (name: string) => (await card(name)).getByRole<HTMLInputElement>('checkbox');
  expect((await boxIn('Anmeldung zur Hundesteuer')).checked).toBe(true);
  expect((await boxIn('Ausweis')).checked).toBe(false);
});

it('a choice about e-mails that could not be saved is not said to be', async () => {
  const mail = { to: 'petra@example.com', wanted: true };
  await show({ ...area({ drafts: [draft({ mail })] }), mails: () => Promise.reject({ code: 'network' }) });
  const dog = await card('Anmeldung zur Hundesteuer');
  await userEvent.click(dog.getByRole('checkbox'));
  await main().findByText('Ihre Wahl zu E-Mails konnte nicht gespeichert werden');
  expect(dog.queryByText('Gespeichert')).toBeNull();
});

describe('an application that was just left', () => {
  afterEach(() => history.replaceState(null, '', '/'));
  const isSaved = () => screen.queryByText('„Anmeldung zur Hundesteuer“ ist gespeichert');

  it.each([
    ['#d1', true],
    ['#d2', false],
    ['', false],
  ])('is said to be saved where the server lists it: %s', async (hash, says) => {
    history.replaceState(null, '', `/${hash}`);
    await show(area({ drafts: [draft()] }));
    await card('Anmeldung zur Hundesteuer');
    expect(isSaved() !== null).toBe(says);
  });
});

describe('where a sent application is', () => {
  const term = (card: Awaited<ReturnType<typeof sentCard>>, name: string) =>
    card.getByText(name, { selector: 'dt' }).nextSibling?.textContent;
  const sentCard = async (change: Parameters<typeof sent>[0] = {}, locale: Locale = 'de') => {
    await show(area({ sent: [sent(change)] }), { locale });
    return card('Antrag auf Wohngeld');
  };

  it('says who has it, what comes next, and how long that usually takes, as a guess', async () => {
    const housing = await sentCard();
    expect(term(housing, 'Wer ihn jetzt hat')).toBe('Landeshauptstadt Kiel');
    expect(term(housing, 'Was als Nächstes kommt')).toBe(
      'Die Behörde bearbeitet Ihren Antrag. Die Wohngeldstelle prüft Ihre Angaben. Der Bescheid kommt auf Papier mit der Post.',
    );
    expect(term(housing, 'Wie lange es meist dauert')).toBe(
      'Meist etwa 8 Wochen. Das ist keine Zusage. Das wäre um den 13. Januar 2027.',
    );
    expect(housing.queryByText('Zuletzt nachgefragt')).toBeNull();
  });

  it('says whom to ask once the usual time is over', async () => {
    const housing = await sentCard({ expected: { on: '2026-11-19', isPast: true } });
    expect(term(housing, 'Wie lange es meist dauert')).toContain(
      'Diese Zeit ist seit dem 19. November 2026 um. Wenn Sie noch nichts gehört haben, fragen Sie bei der Behörde',
    );
  });

  it('promises no time that the content does not know', async () => {
    const housing = await sentCard({ processingTime: null, expected: null });
    expect(housing.queryByText('Wie lange es meist dauert')).toBeNull();
  });

  it.each([
    ['SUBMITTED', null, 'der Zustelldienst, auf dem Weg zu: Landeshauptstadt Kiel', /^Wir prüfen, ob/],
    [
      'SUBMITTED',
      '2026-11-18T09:01:00Z',
      'der Zustelldienst, auf dem Weg zu: Landeshauptstadt Kiel',
      /^Die Behörde holt/,
    ],
    [
      'PROCESSING_ERROR',
      '2026-11-18T09:01:00Z',
      /^niemand: Landeshauptstadt Kiel/,
      /beim Kundenservice nach dem Grund/,
    ],
    ['UNKNOWN', '2026-11-18T09:01:00Z', /^Das wissen wir gerade nicht/, /20 Tage lang/],
  ] as const)(
    'that are %s, asked at %s, say so, and promise nothing of the authority',
    async (status, statusChecked, holder, next) => {
      const housing = await sentCard({ status, statusChecked, expected: null });
      expect(term(housing, 'Wer ihn jetzt hat')).toMatch(holder);
      expect(term(housing, 'Was als Nächstes kommt')).toMatch(next);
      expect(term(housing, 'Was als Nächstes kommt')).not.toMatch(/Wohngeldstelle|Bescheid/);
      const isOpen = status !== 'PROCESSING_ERROR';
      expect(housing.queryByText('Wie lange es meist dauert') !== null).toBe(isOpen);
      expect(housing.queryByText('Zuletzt nachgefragt') !== null).toBe(isOpen && statusChecked !== null);
    },
  );

  it('tells its course with the times in Germany', async () => {
    const housing = await sentCard();
    housing.getByText('Was bisher geschah');
    const entries = [
      ...housing.getByText('An den Zustelldienst der Behörde übergeben').closest('ol')!.children,
    ];
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'An den Zustelldienst der Behörde übergeben18. November 2026 um 10:00',
      'Ihre Dokumente lagen zum Herunterladen bereit18. November 2026 um 10:00',
      'Die Behörde hat den Antrag übernommen18. November 2026 um 10:00',
    ]);
  });

  it.each([
    ['its course is opened', 'course'],
    ['it is opened from there', 'link'],
  ])('has its news above the lists and at its card, until %s', async (_, way) => {
    let newsSince: string | null = '2026-11-18T09:00:40Z';
    const seen = vi.fn(async () => {
      newsSince = null;
    });
    const lists = async () => {
      const application = sent({ newsSince });
      const news = newsSince === null ? [] : [{ ...application, newsSince }];
      return { drafts: [], closed: none, sent: [application], news };
    };
    await show({ user: async () => person(), lists, seen });
    const housing = await card('Antrag auf Wohngeld');
    housing.getByText('Neu seit 18. November 2026 um 10:00');
    const note = within(
      (await main().findByText(/^Neues zu einem gesendeten Antrag/)).closest('.kern-alert')!,
    );
    const link = note.getByRole('link', { name: 'Antrag auf Wohngeld' });
    expect(document.querySelector(link.getAttribute('href')!)?.textContent).toContain('Neu seit');
    expect(seen).not.toHaveBeenCalled();
    note.getByText(
      /Der Behörde zugestellt, seit .* Ihr Antrag ist in den Systemen der Behörde angekommen\.$/,
    );
    await userEvent.click(way === 'link' ? link : housing.getByText('Was bisher geschah'));
    await vi.waitFor(() => expect(main().queryByText(/^Neu(es zu| seit)/)).toBeNull());
    expect(seen.mock.calls).toEqual([[{ id: 's1', status: 'SUCCESSFULLY_SUBMITTED' }]]);
  });

  it('is repeated by one button, and what became of its answers and files is told', async () => {
    const repeat = vi.fn(async () => ({
      process: { id: 'p-9' } as ProcessView,
      changed: true,
      page: 'Hund',
      dropped: 2,
      files: 1,
      filesLeft: ['scan.pdf'],
    }));
    await show({ ...area({ sent: [sent()] }), repeat });
    const housing = await card('Antrag auf Wohngeld');
    await userEvent.click(
      housing.getByRole('button', { name: /^Noch einmal beantragen\s*Antrag auf Wohngeld$/ }),
    );
    const note = (await main().findByText(/^Ein neuer Entwurf mit/)).closest('.kern-alert') as HTMLElement;
    for (const text of [
      'Seite „Hund“',
      '2 Angaben passen nicht',
      '1 Datei wurde',
      'scan.pdf',
      'Gesendet ist er noch nicht',
    ])
      expect(note.textContent).toContain(text);
    expect(within(note).getByRole('link').getAttribute('href')).toBe('/formular?id=p-9');
    expect(repeat.mock.calls).toEqual([[{ id: 's1', locale: 'de' }]]);
    expect(document.activeElement?.contains(note)).toBe(true);
  });

  it('that could not be repeated says why, and that it is unchanged', async () => {
    const repeat = async () => Promise.reject({ code: 'answers-erased' });
    await show({ ...area({ sent: [sent()] }), repeat });
    await userEvent.click((await card('Antrag auf Wohngeld')).getByRole('button'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Die Angaben dieses Antrags sind nicht mehr gespeichert');
    expect(alert.textContent).toContain('Ihr gesendeter Antrag ist unverändert.');
  });

  it.each([
    ['answersErased', /nicht mehr gespeichert/],
    ['notOffered', /zurzeit nicht online angeboten/],
    ['onFormServer', /Beginnen Sie dafür bei der Leistung/],
  ] as const)('that cannot be repeated says so instead: %s', async (repeat, why) => {
    const housing = await sentCard({ repeat });
    housing.getByText(why);
    expect(housing.queryByRole('button')).toBeNull();
  });

  it('is said in English', async () => {
    const housing = await sentCard({ notice: 'postbox' }, 'en');
    expect(term(housing, 'What comes next')).toContain('This portal is not told when');
    expect(term(housing, 'How long it usually takes')).toContain(
      'Usually about 8 weeks. This is not a promise.',
    );
  });
});

describe('drafts', () => {
  it('say what they are, how they stand, since when, until when, and lead back into them', async () => {
    await show(
      area({
        drafts: [
          draft(),
          draft({ id: 'd2', status: 'PAYMENT_FAILURE', nextStep: 'payment', serviceName: 'Ausweis' }),
        ],
      }),
    );
    const dog = await card('Anmeldung zur Hundesteuer');
    dog.getByText('Nicht gesendet: Noch auszufüllen');
    dog.getByText('Landeshauptstadt Kiel, für Kiel');
    expect(dog.getByText('Zuletzt bearbeitet am').nextSibling?.textContent).toBe(
      '19. November 2026 um 14:32',
    );
    expect(dog.getByText('Verfügbar bis').nextSibling?.textContent).toBe('19. Dezember 2026');
    expect(dog.getByText('Nötige Anmeldung').nextSibling?.textContent).toBe('mit jedem Vertrauensniveau');
    expect(dog.getByRole('link', { name: /^Weiter ausfüllen/ }).getAttribute('href')).toBe('/formular?id=d1');
    const failed = await card('Ausweis');
    failed.getByText('Nicht gesendet: Zahlung fehlgeschlagen');
    failed.getByText('Letzter Zahlungsversuch am');
  });

  it('have no end while they are being sent', async () => {
    await show(area({ drafts: [draft({ status: 'COMPLETED', running: true })] }));
    const dog = await card('Anmeldung zur Hundesteuer');
    expect(dog.queryByText('Verfügbar bis')).toBeNull();
    expect(dog.queryByRole('button', { name: /löschen/ })).toBeNull();
    dog.getByText('Wird gesendet', { exact: false });
  });

  it('say which step of the form they have reached, where that is known', async () => {
    await show(
      area({ drafts: [draft({ step: { at: 9, of: 13 } }), draft({ id: 'd2', serviceName: 'Ausweis' })] }),
    );
    const dog = await card('Anmeldung zur Hundesteuer');
    expect(dog.getByText('Ausgefüllt bis').nextSibling?.textContent).toBe('Schritt 9 von 13');
    expect((await card('Ausweis')).queryByText('Ausgefüllt bis')).toBeNull();
  });

  const due: [string, Partial<DraftView>, string, string][] = [
    ['filled in', { nextStep: 'form' }, 'Als Nächstes: fertig ausfüllen und bestätigen', 'Weiter ausfüllen'],
    [
      'its notice',
      { status: 'COMPLETED', nextStep: 'notice' },
      'Als Nächstes: wählen, wie der Bescheid kommt',
      'Zustellung wählen',
    ],
    [
      'a login',
      { status: 'COMPLETED', nextStep: 'login' },
      'Als Nächstes: noch einmal anmelden, dann können Sie senden',
      'Zur Anmeldung',
    ],
    [
      'its fee',
      { status: 'COMPLETED', nextStep: 'payment', feeDueCents: 2600 },
      'Als Nächstes: 26,00 € zahlen',
      'Jetzt zahlen',
    ],
    [
      'an open payment',
      { status: 'PAYMENT_PENDING', nextStep: 'payment', feeDueCents: 2600 },
      'Zahlung von 26,00 € begonnen, aber noch nicht bestätigt',
      'Zur Zahlung',
    ],
    [
      'another payment',
      { status: 'PAYMENT_FAILURE', nextStep: 'payment', feeDueCents: 2600 },
      'Die Zahlung hat nicht geklappt. Als Nächstes: 26,00 € zahlen',
      'Noch einmal zahlen',
    ],
    [
      'another payment after a cancelled one',
      { status: 'PAYMENT_FAILURE', nextStep: 'payment', feeDueCents: 2600, paymentCancelled: true },
      'Sie haben die Zahlung abgebrochen. Als Nächstes: 26,00 € zahlen',
      'Noch einmal zahlen',
    ],
    [
      'its sending',
      { status: 'COMPLETED', nextStep: 'submission' },
      'Als Nächstes: absenden',
      'Zum Absenden',
    ],
    [
      'nothing but time',
      { status: 'PAID', nextStep: 'submission', running: true, paidCents: 2600 },
      'Sie müssen nichts mehr tun',
      'Fortschritt ansehen',
    ],
    [
      'another attempt',
      { status: 'SUBMIT_FAILURE', nextStep: 'submission', paidCents: 2600 },
      'Als Nächstes: noch einmal absenden',
      'Erneut senden',
    ],
  ];
  it.each(due)('that want %s say so and lead there', async (_, change, sentence, action) => {
    await show(area({ drafts: [draft(change)] }));
    const dog = await card('Anmeldung zur Hundesteuer');
    dog.getByText(sentence);
    const link = dog.getByRole('link');
    expect(link.textContent).toBe(`${action} Anmeldung zur Hundesteuer`);
    expect(link.getAttribute('href')).toBe('/formular?id=d1');
    expect(dog.queryByText('Bezahlt', { selector: 'dt' }) !== null).toBe((change.paidCents ?? 0) > 0);
  });

  it.each<[Partial<DraftView>, string]>([
    [{ status: 'CREATED', nextStep: 'form' }, 'Nicht gesendet: Begonnen'],
    [{ status: 'EDITING', nextStep: 'form' }, 'Nicht gesendet: Noch auszufüllen'],
    [{ status: 'COMPLETED', nextStep: 'login' }, 'Nicht gesendet'],
    [{ status: 'ELECTRONIC_NOTICE_SELECTED', nextStep: 'submission' }, 'Nicht gesendet'],
    [{ status: 'PAYMENT_PENDING', nextStep: 'payment' }, 'Nicht gesendet: Zahlung offen'],
    [{ status: 'PAYMENT_FAILURE', nextStep: 'payment' }, 'Nicht gesendet: Zahlung fehlgeschlagen'],
    [
      { status: 'PAYMENT_FAILURE', nextStep: 'payment', paymentCancelled: true },
      'Nicht gesendet: Zahlung abgebrochen',
    ],
    [{ status: 'PAID', nextStep: 'login' }, 'Nicht gesendet: Bezahlt'],
    [{ status: 'SUBMIT_FAILURE', nextStep: 'submission' }, 'Nicht gesendet: Senden fehlgeschlagen'],
    [{ status: 'PAID', nextStep: 'submission', running: true }, 'Wird gesendet'],
    [{ status: 'COMPLETED', nextStep: 'submission', running: true }, 'Wird gesendet'],
    [{ status: 'SUBMITTED', nextStep: 'result' }, 'Gesendet'],
  ])('say before anything else that they are not sent: %j', async (change, words) => {
    await show(area({ drafts: [draft(change)] }));
    const dog = await card('Anmeldung zur Hundesteuer');
    expect(dog.getByText(words).closest('.kern-badge')).not.toBeNull();
    const all = dog.getByRole('heading').closest('.kern-card')?.textContent ?? '';
    expect(all.replace('Anmeldung zur Hundesteuer', '')).toMatch(new RegExp(`^${words}`));
    expect(all).not.toMatch(/abgeschlossen/i);
  });

  it('say which login they need', async () => {
    await show(
      area({
        drafts: [
          draft({ trustLevel: 'substantial' }),
          draft({ id: 'd2', serviceName: 'Ausweis', trustLevel: 'high' }),
        ],
      }),
    );
    const needs = async (name: string) =>
      (await card(name)).getByText('Nötige Anmeldung').nextSibling?.textContent;
    expect(await needs('Anmeldung zur Hundesteuer')).toBe('mit Vertrauensniveau „substanziell“ oder höher');
    expect(await needs('Ausweis')).toBe('mit Vertrauensniveau „hoch“');
  });

  it('name their money in the reader’s language, with what is to be returned', async () => {
    const money = { feeDueCents: 2000, refundDueCents: 6000 };
    await show(area({ drafts: [draft({ status: 'COMPLETED', nextStep: 'payment', ...money })] }), {
      locale: 'en',
    });
    const dog = await card('Anmeldung zur Hundesteuer');
    dog.getByText('Next: pay €20.00');
    expect(dog.getByText('Marked for a refund').nextSibling?.textContent).toBe('€60.00');
  });

  it('that are on their way are asked for again, and are not to be deleted', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const way = draft({ status: 'PAID', nextStep: 'submission', running: true, paidCents: 2600 });
    const lists = vi.fn(async () =>
      lists.mock.calls.length > 1
        ? { drafts: [], sent: [sent()], closed: none }
        : { drafts: [way], sent: [], closed: none },
    );
    await show({ user: async () => person(), lists });
    const dog = await card('Anmeldung zur Hundesteuer');
    expect(dog.queryByRole('button')).toBeNull();
    dog.getByText(/Während der Antrag gesendet wird/);
    await vi.advanceTimersByTimeAsync(3_000);
    await card('Antrag auf Wohngeld');
    expect(screen.queryByText(/Wird gerade gesendet/)).toBeNull();
  });

  it('warn in the last days', async () => {
    await show(
      area({
        drafts: [
          draft({ availableUntil: '2026-11-23T11:00:00Z' }),
          draft({ id: 'd2', serviceName: 'Ausweis', availableUntil: '2026-11-21T11:00:00Z' }),
        ],
      }),
    );
    (await card('Anmeldung zur Hundesteuer')).getByText('Wird in 3 Tagen gelöscht');
    (await card('Ausweis')).getByText('Wird in 1 Tag gelöscht');
  });

  it('are shown in English with English dates and addresses', async () => {
    await show(area({ drafts: [draft({ serviceName: 'Dog tax registration' })] }), { locale: 'en' });
    const dog = await card('Dog tax registration');
    expect(dog.getByText('Last edited on').nextSibling?.textContent).toBe('19 November 2026 at 14:32');
    expect(dog.getByRole('link', { name: /^Continue filling in/ }).getAttribute('href')).toBe(
      '/en/form?id=d1',
    );
  });

  it('are not to be deleted while a payment is open', async () => {
    await show(area({ drafts: [draft({ status: 'PAYMENT_PENDING', nextStep: 'payment' })] }));
    const dog = await card('Anmeldung zur Hundesteuer');
    expect(dog.queryByRole('button')).toBeNull();
    dog.getByText(/Solange eine Zahlung offen ist/);
  });

  it('where there is none, the page says where to begin', async () => {
    await show(area({}));
    await main().findByText(/Sie haben keine Entwürfe/);
    expect(main().getByRole('link', { name: 'Leistung suchen' }).getAttribute('href')).toBe('/');
    main().getByText(/noch keinen Antrag gesendet/);
  });
});

describe('applications that other portals run', () => {
  it('are no applications that were sent here, and the page does not say that there are none', async () => {
    const elsewhere: HandedOverView = {
      id: 'h1',
      service: 'Baugenehmigung beantragen',
      receiver: 'Serviceportal Mecklenburg-Vorpommern',
      portal: 'https://portal.example',
      startedAt: '2026-11-20T10:00:00Z',
      status: 'SUBMITTED',
      ticketNumber: 'MV-1',
      submittedAt: '2026-11-20T10:05:00Z',
      toldAt: '2026-11-20T10:05:00Z',
      lang: 'de',
    };
    await show(area({ handedOver: [elsewhere] }));
    await main().findByText('MV-1');
    main().getByText(/In diesem Portal haben Sie noch keinen Antrag gesendet/);
    expect(main().queryByText(/^Sie haben noch keinen Antrag gesendet/)).toBeNull();
  });
});

describe('deleting a draft', () => {
  const paid = draft({ status: 'SUBMIT_FAILURE', nextStep: 'submission', paidCents: 3070 });
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

  it('happens after one question, and says so where the person is', async () => {
    const deletion = vi.fn(async () => undefined);
    const lists = vi.fn(async () => ({
      drafts: lists.mock.calls.length > 1 ? [] : [draft()],
      sent: [],
      closed: none,
    }));
    await show({ user: async () => person(), lists, deletion });
    await press(/^Löschen/);
    expect(screen.getByRole('dialog').textContent).toContain('Anmeldung zur Hundesteuer');
    expect(deletion).not.toHaveBeenCalled();
    await press('Entwurf löschen');
    const note = await screen.findByText('Der Entwurf „Anmeldung zur Hundesteuer“ ist gelöscht');
    expect(deletion).toHaveBeenCalledExactlyOnceWith({ id: 'd1', paidConsent: false });
    expect(document.activeElement?.contains(note)).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of a paid one needs a second, explicit consent', async () => {
    const deletion = vi.fn(async () => undefined);
    await show({ ...area({ drafts: [paid] }), deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    expect(deletion).not.toHaveBeenCalled();
    const dialog = screen.getByRole('dialog').textContent;
    expect(dialog).toContain('Sie haben schon bezahlt');
    expect(dialog).toContain('Die 30,70\u00a0€ merken wir zur Erstattung vor.');
    await press('Trotz Zahlung löschen');
    screen.getByText(/^Bitte bestätigen Sie zuerst/);
    expect(deletion).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('checkbox', { name: /obwohl ich schon 30,70\s€ bezahlt habe/ }));
    await press('Trotz Zahlung löschen');
    expect(deletion).toHaveBeenCalledExactlyOnceWith({ id: 'd1', paidConsent: true });
  });

  it('of a paid one can be called off at the second question', async () => {
    const deletion = vi.fn(async () => undefined);
    await show({ ...area({ drafts: [paid] }), deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    screen.getByText('Sie haben schon bezahlt');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Abbrechen' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deletion).not.toHaveBeenCalled();
  });

  it('of a paid one does not happen when the consent was taken back', async () => {
    const deletion = vi.fn(async () => undefined);
    await show({ ...area({ drafts: [paid] }), deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /obwohl ich schon/ });
    await userEvent.click(box);
    await userEvent.click(box);
    expect(box.checked).toBe(false);
    await press('Trotz Zahlung löschen');
    expect(deletion).not.toHaveBeenCalled();
  });

  it('that was paid since the list was made asks for the second consent instead of failing', async () => {
    const deletion = vi.fn<NonNullable<Service['deletion']>>(async () => undefined);
    deletion.mockRejectedValueOnce({ code: 'status-conflict', processStatus: 'SUBMIT_FAILURE' });
    const lists = vi.fn(async () => ({
      drafts: [lists.mock.calls.length > 1 ? paid : draft()],
      sent: [],
      closed: none,
    }));
    await show({ user: async () => person(), lists, deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    await screen.findByText('Sie haben schon bezahlt');
    expect(deletion).toHaveBeenCalledExactlyOnceWith({ id: 'd1', paidConsent: false });
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Trotz Zahlung löschen');
    expect(deletion).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('checkbox', { name: /30,70/ }));
    await press('Trotz Zahlung löschen');
    expect(deletion).toHaveBeenLastCalledWith({ id: 'd1', paidConsent: true });
  });

  it('asks anew when the sum has become another since it was agreed to', async () => {
    const deletion = vi.fn<NonNullable<Service['deletion']>>(() =>
      Promise.reject({ code: 'status-conflict' }),
    );
    const lists = vi.fn(async () => ({
      drafts: [lists.mock.calls.length > 1 ? { ...paid, paidCents: 4000 } : paid],
      sent: [],
      closed: none,
    }));
    await show({ user: async () => person(), lists, deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    await userEvent.click(screen.getByRole('checkbox', { name: /30,70/ }));
    await press('Trotz Zahlung löschen');
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /40,00/ });
    expect(box.checked).toBe(false);
    await userEvent.click(box);
    await press('Trotz Zahlung löschen');
    // The server refused although the consent is for this amount: there is another reason, and the person is not asked again.
    await screen.findByText('„Anmeldung zur Hundesteuer“ wurde nicht gelöscht');
    screen.getByText(/Die Behörde hat den Antrag möglicherweise schon erhalten/);
    expect(deletion).toHaveBeenCalledTimes(2);
  });

  it.each([
    [{ drafts: [draft({ running: true, paidCents: 3070 })] }, /Der Antrag wird gerade gesendet/],
    [{ drafts: [draft({ status: 'PAYMENT_PENDING' })] }, /Eine Zahlung ist noch offen/],
    [{ drafts: [draft({ status: 'SUBMIT_FAILURE' })] }, /möglicherweise schon erhalten/],
    [{ drafts: [draft()] }, /hat sich inzwischen geändert/],
    [{ sent: [sent({ id: 'd1' })] }, /unten bei Ihren gesendeten Anträgen/],
    [{}, /wurde inzwischen gelöscht/],
  ] as const)('that is refused says why and shows how it stands now (%#)', async (now, why) => {
    const deletion = () => Promise.reject({ code: 'status-conflict' });
    const lists = vi.fn(async () => ({
      drafts: [],
      sent: [],
      closed: none,
      ...(lists.mock.calls.length > 1 ? now : { drafts: [draft()] }),
    }));
    await show({ user: async () => person(), lists, deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    const text = await main().findByText(why);
    expect(document.activeElement?.contains(text)).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that is gone already says so instead of an error', async () => {
    const lists = vi.fn(async () => ({
      drafts: lists.mock.calls.length > 1 ? [] : [draft()],
      sent: [],
      closed: none,
    }));
    const deletion = () => Promise.reject({ code: 'not-found' });
    await show({ user: async () => person(), lists, deletion });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    await main().findByText('„Anmeldung zur Hundesteuer“ ist nicht mehr da');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('whose payment failed says what becomes of it if it arrives after all', async () => {
    await show(area({ drafts: [draft({ status: 'PAYMENT_FAILURE', nextStep: 'payment' })] }));
    await press(/^Löschen/);
    expect(screen.getByRole('dialog').textContent).toContain('Kommt Ihre Zahlung doch noch an');
  });

  it('does nothing when it is called off', async () => {
    const deletion = vi.fn(async () => undefined);
    await show({ ...area({ drafts: [draft()] }), deletion });
    await press(/^Löschen/);
    await press('Abbrechen');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deletion).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent).toContain('Löschen');
  });

  it('that fails says so in the words of the catalogue and keeps the draft', async () => {
    await show({
      ...area({ drafts: [draft()] }),
      deletion: () => Promise.reject({ code: 'network' }),
    });
    await press(/^Löschen/);
    await press('Entwurf löschen');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Der Entwurf konnte nicht gelöscht werden. Bitte versuchen Sie es später erneut.',
    );
    await card('Anmeldung zur Hundesteuer');
  });
});

describe('sent applications', () => {
  it('show numbers, date, authority, and documents with format and size', async () => {
    await show(area({ sent: [sent()] }));
    const benefit = await card('Antrag auf Wohngeld');
    expect(benefit.getByText('Vorgangsnummer').nextSibling?.textContent).toBe('SP-NE4N-FXKY-48KB');
    expect(benefit.getByText('Gesendet am').nextSibling?.textContent).toBe('18. November 2026 um 10:00');
    benefit.getByText('FIT-Connect-ID');
    expect(benefit.getByRole('link', { name: '+49 431 115' }).getAttribute('href')).toBe('tel:+49431115');
    benefit.getByText('Zum Herunterladen bis 2. Dezember 2026:');
    const form = benefit.getByRole('link', { name: /^Antrag \(PDF/ });
    expect(form.getAttribute('href')).toBe('/api/process/s1/file/form');
    const attachments = benefit.getByRole('link', { name: /^Anlagen \(ZIP/ });
    expect(attachments.getAttribute('href')).toBe('/api/process/s1/file/attachment');
    expect(benefit.queryByRole('link', { name: /^Anschreiben/ })).toBeNull();
  });

  it.each([
    ['SUBMITTED', null, 'Status wird geprüft', /fragen den Stand/],
    ['SUBMITTED', 'checked', 'In Übertragung', /wird an die Behörde übertragen/],
    ['SUCCESSFULLY_SUBMITTED', 'checked', 'Der Behörde zugestellt', /in den Systemen der Behörde/],
    [
      'PROCESSING_ERROR',
      'checked',
      'Konnte nicht gesendet werden',
      /Kundenservice, Montag bis Freitag von 8 bis 18 Uhr/,
    ],
    ['UNKNOWN', 'checked', 'Status unbekannt', /konnte nicht ermittelt werden/],
  ] as const)('%s (%s) reads "%s"', async (status, checked, word, sentence) => {
    const statusChecked = checked && '2026-11-18T09:01:00Z';
    await show(area({ sent: [sent({ status, statusChecked })] }));
    const benefit = await card('Antrag auf Wohngeld');
    benefit.getByText(word);
    benefit.getByText(sentence);
    const reach = ['tel:+4940 66969-001'.replace(/[ -]/g, ''), 'mailto:service@testportal.example'];
    const links = benefit.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(reach.filter((href) => links.includes(href))).toEqual(status === 'PROCESSING_ERROR' ? reach : []);
  });

  it.each([
    ['FIT_CONNECT', 'FIT-Connect-ID'],
    ['OSCI', 'OSCI-ID'],
    ['UNKNOWN', 'Technische ID'],
  ] as const)('name an id of the kind %s', async (externalIdType, label) => {
    await show(area({ sent: [sent({ externalIdType })] }));
    (await card('Antrag auf Wohngeld')).getByText(label);
  });

  it('say which language the documents have where it is not the one that is read', async () => {
    await show(area({ sent: [sent({ documentsLang: 'en' }), sent({ id: 's2', name: 'Hundesteuer' })] }));
    (await card('Antrag auf Wohngeld')).getByText(/^Zum Herunterladen bis .*, auf Englisch:$/);
    (await card('Hundesteuer')).getByText(/^Zum Herunterladen bis [^,]*:$/);
  });

  it('say when the time for downloads is over', async () => {
    await show(area({ sent: [sent({ documents: [] })] }));
    const benefit = await card('Antrag auf Wohngeld');
    benefit.getByText(/Downloads sind nicht mehr verfügbar/);
    expect(benefit.queryByRole('link', { name: /PDF/ })).toBeNull();
  });

  it('ask for an open status by themselves, and stop when it stands', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [sent({ statusChecked: null }), sent()];
    const lists = vi.fn(async () => ({ drafts: [], sent: [answers.shift() ?? sent()], closed: none }));
    await show({ user: async () => person(), lists });
    (await card('Antrag auf Wohngeld')).getByText('Status wird geprüft');
    await vi.advanceTimersByTimeAsync(3_000);
    (await card('Antrag auf Wohngeld')).getByText('Der Behörde zugestellt');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(lists).toHaveBeenCalledTimes(2);
  });
});

describe('a higher trust level', () => {
  const at = (substantial: number, high: number) => ({ substantial, high });
  it.each([
    ['nothing', at(0, 0), at(0, 0), [], []],
    ['a draft', at(1, 0), at(0, 0), ['1 weiterer Antrag'], ['Niveau „substanziell“: 1 Entwurf']],
    ['a sent one', at(0, 0), at(0, 1), ['1 weiterer Antrag'], ['Niveau „hoch“: 1 gesendeter Antrag']],
    [
      'several',
      at(1, 2),
      at(2, 0),
      ['5 weitere Anträge'],
      ['Niveau „substanziell“: 1 Entwurf und 2 gesendete Anträge', 'Niveau „hoch“: 2 Entwürfe'],
    ],
  ] as const)('is offered for what it shows: %s', async (_, drafts, sent, title, listed) => {
    await show(area({ closed: { drafts, sent } }));
    const isAny = ({ substantial, high }: typeof drafts) => substantial + high > 0;
    await main().findByText(isAny(drafts) ? /dieser Anmeldung haben Sie keine/ : /Sie haben keine Entwürfe/);
    main().getByText(isAny(sent) ? /sehen Sie keine gesendeten/ : /Sie haben noch keinen Antrag gesendet/);
    const titles = main().queryAllByRole('heading', { name: /mit höherem Vertrauensniveau/ });
    expect(titles.map((it) => it.textContent)).toEqual(title.map((it) => expect.stringContaining(it)));
    expect(
      main()
        .queryAllByText(/^Niveau „/)
        .map((it) => it.textContent),
    ).toEqual(listed);
    const buttons = main().queryAllByRole('button', { name: /^Mit Niveau/ });
    const levels = listed.map((it) => /„.+?“/.exec(it)?.[0]);
    expect(buttons.map((it) => it.textContent)).toEqual(levels.map((it) => `Mit Niveau ${it} anmelden`));
  });

  it('is asked of the account that one is logged in with, which leads back here', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    await show({ ...area({ closed: { drafts: at(0, 1), sent: noneAt } }), login });
    await userEvent.click(await main().findByRole('button', { name: 'Mit Niveau „hoch“ anmelden' }));
    expect(login).toHaveBeenCalledWith({ providerId: 'nkb', redirect: '/nutzerkonto', trustLevel: 'high' });
  });

  it('that the account cannot reach is not offered: it says so', async () => {
    await show(area({ closed: { drafts: at(0, 1), sent: noneAt } }, { providerId: 'elster' }));
    await main().findByText(/Niveau „hoch“: 1 Entwurf Mit diesem Konto \(Unternehmenskonto\) ist das Niveau/);
    expect(main().queryByRole('button', { name: /^Mit Niveau/ })).toBeNull();
  });
});

describe('without a login', () => {
  it('the page explains itself and offers the citizens’ account', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    await show({ user: async () => null, login });
    await userEvent.click(await main().findByRole('button', { name: 'Mit Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledWith({ providerId: 'nkb', redirect: '/nutzerkonto' });
  });

  it('who has no account learns how to get one, and what to do without', async () => {
    await show({ user: async () => null });
    const guide = within((await main().findByText('Noch kein Konto?')).closest('details')!);
    guide.getByText(/^Ein Konto sagt uns, wer Sie sind/);
    guide.getByText(/^Wie Sie ein .* bekommen, sagt Ihnen der Kundenservice:/);
    guide.getByText(/Manche Anträge gehen auch ohne Anmeldung/);
  });

  it('somebody without an account learns why nothing is listed', async () => {
    await show({ user: async () => person({ providerId: 'anon', providerType: 'pseudo' }) });
    await main().findByText(/gerade ohne Konto/);
  });

  it.each([
    ['CANCEL', 'Sie haben die Anmeldung abgebrochen'],
    ['ERROR', 'Beim Login ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal.'],
  ] as const)('a login that ended with %s is explained', async (loginOutcome, text) => {
    await show({ user: async () => null }, { loginOutcome });
    await main().findByText(text);
  });
});

it('is asked for once, although the router names the first address twice', async () => {
  const lists = vi.fn(async () => ({ drafts: [draft()], sent: [], closed: none }));
  const { portal } = await show({ user: async () => person(), lists });
  portal.send({ type: 'route.entered', route: { screen: 'account' }, locale: 'de' });
  await card('Anmeldung zur Hundesteuer');
  expect(lists).toHaveBeenCalledOnce();
});

it('lists that cannot be had are explained and asked for again', async () => {
  const lists = vi.fn(async () => ({ drafts: [draft()], sent: [], closed: none }));
  lists.mockRejectedValueOnce({ code: 'network' });
  await show({ user: async () => person(), lists });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Ihre Entwürfe und gesendeten Anträge sind sicher',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await card('Anmeldung zur Hundesteuer');
});

it('a service that does not answer is asked again without anybody doing anything', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = vi.fn(async () => person());
  user.mockRejectedValueOnce({ code: 'network' });
  await show({ ...area({}), user });
  await screen.findByRole('alert');
  await vi.advanceTimersByTimeAsync(5_000);
  await main().findByText(/Sie haben keine Entwürfe/);
});

describe('what this session has sent without an account', () => {
  const sentHere = [
    {
      id: 's1',
      ticketNumber: 'SP-ABCD-EFGH-JKMN',
      leiKaId: '99102013104000',
      service: { de: 'Anmeldung zur Hundesteuer', en: 'Dog tax registration' },
      submittedAt: '2026-11-20T12:00:00Z',
    },
  ];
  const anonymous = { providerId: 'anon', providerType: 'pseudo', name: '', person: null } as const;

  it.each([
    ['without an account', anonymous],
    ['after a login', {}],
  ])('is listed %s, and leads to its documents', async (_, change) => {
    await show(area({}, { ...change, sentHere }));
    const dog = await card('Anmeldung zur Hundesteuer');
    dog.getByText('SP-ABCD-EFGH-JKMN');
    expect(dog.getByRole('link', { name: /^Ansehen/ }).getAttribute('href')).toBe('/formular?id=s1');
  });

  it('is reachable from the header, where the way out no longer speaks of deleting', async () => {
    await show(area({}, { ...anonymous, sentHere }));
    const header = within(screen.getByRole('banner'));
    const [link] = await header.findAllByRole('link', { name: 'Gesendeter Antrag' });
    expect(link?.getAttribute('href')).toBe('/formular?id=s1');
    expect(header.getAllByRole('button', { name: 'Sitzung beenden' })).not.toEqual([]);
    expect(header.queryByRole('button', { name: 'Beenden und löschen' })).toBeNull();
    const [shortcut] = header.getAllByRole('link', { name: 'Mein Bereich' });
    expect(shortcut?.closest('details'), 'outside the folded menu').toBeNull();
  });

  it('is nowhere where nothing was sent', async () => {
    await show(area({}, anonymous));
    await main().findByText(/Sie nutzen das Serviceportal gerade ohne Konto/);
    expect(screen.queryByText(/In dieser Sitzung ohne Konto gesendet/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Gesendeter Antrag' })).toBeNull();
  });
});

describe('the lists', () => {
  const place = 'mwzk3j90.8a147205-a032-4077-bd9f-ff4452a2fae6';
  const hrefOf = (name: string) => main().getByRole('link', { name }).getAttribute('href');
  const several = [1, 2, 3, 4, 5, 6].map((number) => sent({ id: `s${number}` }));

  it('have neither filter nor pages while they are short', async () => {
    await show(area({ drafts: [draft()], sent: [sent()], next: null, previous: null }));
    await card('Antrag auf Wohngeld');
    expect(main().queryByRole('searchbox')).toBeNull();
    expect(main().queryByRole('navigation')).toBeNull();
  });

  it('have a filter once they are long, and ways to older and newer applications', async () => {
    await showAsked({}, area({ sent: several, next: place, previous: null }));
    await main().findByRole('searchbox', { name: 'Welchen Antrag suchen Sie?' });
    expect(hrefOf('Ältere Anträge')).toBe(`/nutzerkonto?kind=sent&page=2&after=${place}`);
    expect(main().queryByRole('link', { name: 'Neuere Anträge' })).toBeNull();
    expect(hrefOf('Entwürfe')).toBe('/nutzerkonto?kind=drafts');
  });

  it('are announced and named by their page, without the drafts', async () => {
    await showAsked(
      { kind: 'sent', page: 3, after: place },
      area({ drafts: [draft()], sent: several, next: null, previous: place }),
    );
    await main().findByText('Seite 3: 6 gesendete Anträge');
    expect(document.title).toMatch(/^Mein Bereich, Seite 3/);
    expect(hrefOf('Neuere Anträge')).toBe(`/nutzerkonto?kind=sent&page=2&before=${place}`);
    expect(main().queryByText('Anmeldung zur Hundesteuer')).toBeNull();
  });

  it('lead from the second page back to the first as it is now', async () => {
    await showAsked({ kind: 'sent', page: 2, after: place }, area({ sent: several, previous: place }));
    await main().findByText(/^Seite 2:/);
    expect(hrefOf('Neuere Anträge')).toBe('/nutzerkonto?kind=sent');
  });

  it('say that nothing matches, and lead back to everything', async () => {
    await showAsked({ text: 'Hund' }, area({}), 'en');
    await main().findByText('No draft matches “Hund”.');
    main().getByText('No sent application matches “Hund”.');
    expect(hrefOf('Show all again')).toBe('/en/account');
    expect(document.title).toMatch(/^.*“Hund”/);
  });

  it('say that a page is empty by now, and lead to the newest', async () => {
    await showAsked({ kind: 'sent', page: 4, after: place }, area({}));
    await main().findByText('Auf dieser Seite steht kein Antrag mehr.');
    expect(hrefOf('Zu den neuesten Anträgen')).toBe('/nutzerkonto?kind=sent');
  });

  it('name news of an application on another page, which its number finds', async () => {
    const other = {
      ...sent({ id: 's9', ticketNumber: 'SP-AAAA-BBBB-CCCC' }),
      newsSince: '2026-11-18T09:00:40Z',
    };
    await show(area({ sent: [sent()], news: [other], moreNews: true }));
    await main().findByText('Neues zu mehr als 1 gesendeten Anträgen');
    const link = main().getAllByRole('link', { name: 'Antrag auf Wohngeld' })[0]!;
    expect(link.getAttribute('href')).toBe('/nutzerkonto?q=SP-AAAA-BBBB-CCCC#sent-s9');
  });
});

it('a draft without its form says so, leads to what can be done now, and can be deleted', async () => {
  await show(area({ drafts: [draft({ gone: true })] }));
  const dog = await card('Anmeldung zur Hundesteuer');
  dog.getByText(/^Dieses Formular gibt es hier nicht mehr\./);
  expect(dog.queryByRole('link', { name: /Weiter ausfüllen/ })).toBeNull();
  expect(dog.getByRole('link', { name: /^Was Sie jetzt tun können/ }).getAttribute('href')).toMatch(
    /^\/formular\?id=[^&]+$/,
  );
  dog.getByRole('button', { name: /^Löschen/ });
});
