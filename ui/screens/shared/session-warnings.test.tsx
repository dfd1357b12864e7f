import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#contract/auth.ts';
import type { ProcessView, ResultView, SubmissionView } from '#contract/process.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { showApplication } from '../testing/show-application.tsx';
import { NOW } from '../testing/show-screen.tsx';
import { ComingEndReminder } from './coming-end.tsx';
import { SessionWarnings } from './session-warnings.tsx';

provideWindow();
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => vi.useRealTimers());

const TICKET = 'SH-2026-11-000815';
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const idle = (seconds: number): Partial<SessionUser> => ({ expires: inSeconds(seconds) });
const end = (seconds: number): Partial<SessionUser> => ({
  expires: inSeconds(seconds),
  sessionExpiration: inSeconds(seconds),
});
const withoutAccount = { providerType: 'pseudo' } as const;
const submission: SubmissionView = { step: 'SEAL_DATA', finished: [], ticketNumber: TICKET, retry: null };
const filling = process({}, { hasUser: false });
const sending = process({ status: 'COMPLETED', submission }, { running: true, hasUser: false });
const sent = process(
  { status: 'SUBMITTED', result: { ticketNumber: TICKET } as ResultView },
  { hasUser: false },
);

/** Shows the warning of a session that ends as given. */
const show = (user: Partial<SessionUser>, view: ProcessView = filling) =>
  showApplication(<SessionWarnings />, { process: view, form, user: async () => person(user) });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('nobody is warned of an end that is far', async () => {
  const { session } = await show({});
  await vi.waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('who has done nothing for a while', () => {
  it('is asked with the seconds that are left, which are spoken at once and not each', async () => {
    await show(idle(40));
    const question = await dialog('Sind Sie noch da?');
    const [seen, spoken] = question.getAllByText(/^Ihre Sitzung endet in 40 Sekunden/);
    expect(seen?.getAttribute('aria-hidden')).toBe('true');
    expect(spoken?.getAttribute('aria-live')).toBe('assertive');
    vi.setSystemTime(NOW + 5_000);
    await question.findByText(/^Ihre Sitzung endet in 35 Sekunden/);
    expect(spoken?.textContent).toMatch(/in 40 Sekunden/);
    vi.setSystemTime(NOW + 12_000);
    await vi.waitFor(() => expect(spoken?.textContent).toMatch(/in 30 Sekunden/));
    vi.setSystemTime(NOW + 41_000);
    await vi.waitFor(() => expect(seen?.textContent).toBe('Ihre Sitzung wird jetzt beendet.'));
  });

  it('stays with one answer, and reads when that could not be done', async () => {
    await show(idle(40));
    const question = await dialog('Sind Sie noch da?');
    expect(question.queryByText(/konnte nicht verlängert werden/)).toBeNull();
    await userEvent.click(question.getByRole('button', { name: 'Sitzung verlängern' }));
    const told = await question.findByText(/^Ihre Sitzung konnte nicht verlängert werden/);
    expect(told.closest('[role="alert"], [aria-live="assertive"]')).not.toBeNull();
  });
});

describe('who has worked for as long as a session lasts', () => {
  it('reads how many minutes are left and why, and goes on', async () => {
    await show(end(240));
    const told = await dialog('Ihre Sitzung endet bald');
    told.getByText(/^Ihre Sitzung endet in 4 Minuten. Aus Sicherheitsgründen/);
    await userEvent.click(told.getByRole('button', { name: 'Verstanden' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('reads that less than a minute is left', async () => {
    await show(end(50));
    const told = await dialog('Ihre Sitzung endet bald');
    told.getByText(/^Ihre Sitzung endet in weniger als einer Minute. Aus/);
  });
});

describe('what the end means', () => {
  it.each<[string, Partial<SessionUser>, ProcessView, RegExp, RegExp]>([
    [
      'with an account',
      {},
      process(),
      /^Danach müssen Sie sich neu anmelden. Was gesp/,
      /eingeben, wird gespeichert/,
    ],
    [
      'without one',
      withoutAccount,
      filling,
      /Danach löschen wir Ihre Angaben und Dateien/,
      /nicht abgesendet haben/,
    ],
    [
      'while it is sent',
      withoutAccount,
      sending,
      /^Ihr Antrag wird trotzdem gesendet/,
      /^Ihr Antrag wird trotzdem/,
    ],
    ['after it was sent', withoutAccount, sent, /^Ihr Antrag ist gesendet/, /^Ihr Antrag ist gesendet/],
  ])('is said before it comes: %s', async (_, who, view, whenIdle, whenOver) => {
    const isNumbered = view === sending || view === sent;
    const first = await show({ ...who, ...idle(40) }, view);
    await (await dialog('Sind Sie noch da?')).findByText(whenIdle);
    expect(screen.queryByText(TICKET) !== null).toBe(isNumbered);
    first.unmount();
    await show({ ...who, ...end(240) }, view);
    await (await dialog('Ihre Sitzung endet bald')).findByText(whenOver);
    expect(screen.queryByText(TICKET) !== null).toBe(isNumbered);
  });
});

describe('the reminder in the page', () => {
  const remind = (user: Partial<SessionUser>, view: ProcessView) =>
    showApplication(<ComingEndReminder />, { process: view, form, user: async () => person(user) });

  it('names the time, what is lost, and the number of what was sent', async () => {
    const first = await remind({ ...withoutAccount, ...idle(240) }, filling);
    await screen.findByText(/^Ihre Sitzung endet um 13:04 Uhr.*Danach löschen wir Ihre Angaben und Dateien/);
    expect(first.container.querySelector('.sp-ticket')).toBeNull();
    first.unmount();
    await remind({ ...withoutAccount, ...idle(240) }, sent);
    await screen.findByText(TICKET);
  });

  it('says when the session could not be extended', async () => {
    await remind(idle(240), process());
    await screen.findByText(/um 13:04 Uhr/);
    expect(screen.queryByText(/konnte nicht verlängert werden/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sitzung verlängern' }));
    await screen.findByText(/konnte nicht verlängert werden/);
  });
});
