import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ResultView } from '#contract/process.ts';
import { selectHasUnsaved } from '#machines/form/form.selectors.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import { hrefOf } from '../shared/paths.ts';
import { form, ID, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { LeaveGuard } from './leave-guard.tsx';

// Files of one process share their modules: those of this one have the stand-ins, those of the next one do not.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

provideWindow();

type Way = { next: { pathname: string; search: object }; action: 'PUSH' | 'BACK' };
type Guard = { shouldBlockFn: (way: Way) => boolean; enableBeforeUnload: () => boolean };

/** The router's part: it asks whether a way is blocked, and shows the question while one is. */
const router = vi.hoisted(() => ({
  guard: null as unknown,
  blocker: { status: 'idle' } as object,
}));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: (guard: unknown) => {
    router.guard = guard;
    return router.blocker;
  },
}));
const asked = () => router.guard as Guard;

const at = (href: string): Way['next'] => {
  const { pathname, searchParams } = new URL(href, 'https://portal.example');
  return { pathname, search: Object.fromEntries(searchParams) };
};
const home = at('/');
const here = at(hrefOf.process('de', ID));
const anotherStart = at(hrefOf.start('de', '99102013104000', '010020000000'));
const blocks = (next: Way['next'], action: Way['action'] = 'PUSH') => asked().shouldBlockFn({ next, action });

const TICKET = 'SH-2026-11-000815';
const answer = { proceed: vi.fn(), reset: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  router.blocker = { status: 'idle' };
  history.replaceState(null, '', hrefOf.process('de', ID));
});

/** Shows the question about a way, where one is given, over an application with a form. */
async function show(service: Partial<ApplicationService>, wayTo?: Way['next']) {
  if (wayTo) router.blocker = { status: 'blocked', next: wayTo, ...answer };
  const shown = await showApplication(<LeaveGuard />, { process: process(), form, ...service });
  const filling = () => shown.application.getSnapshot().children.form;
  await waitFor(() => expect(filling()?.getSnapshot().matches('open')).toBe(true));
  /** Types something that the server does not take yet. */
  const type = () => {
    act(() => filling()?.send({ type: 'value.changed', path: 'owner', value: 'Ada' }));
    expect(selectHasUnsaved(filling()!.getSnapshot())).toBe(true);
  };
  return { ...shown, type };
}
const anonymous = { process: process({}, { hasUser: false }) };
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('an application is left without a question', () => {
  it('while an account keeps it and everything is saved', async () => {
    await show({});
    expect(blocks(home)).toBe(false);
    expect(asked().enableBeforeUnload()).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('for another page of itself, also without an account and with something unsaved', async () => {
    const { type } = await show(anonymous);
    type();
    expect(blocks(here)).toBe(false);
  });
});

describe('a person is asked before they leave', () => {
  it('what was typed and is not saved yet, also for another application of theirs', async () => {
    const { type } = await show({});
    expect(blocks(anotherStart)).toBe(false);
    type();
    expect(blocks(home)).toBe(true);
    expect(blocks(anotherStart)).toBe(true);
    expect(blocks(at(hrefOf.process('de', 'another')))).toBe(true);
    expect(asked().enableBeforeUnload()).toBe(true);
  });

  it('an application without an account, unless another beginning leads back to it', async () => {
    await show(anonymous);
    expect(blocks(home)).toBe(true);
    expect(asked().enableBeforeUnload()).toBe(true);
    expect(blocks(anotherStart)).toBe(false);
  });

  it('by a link that loads a whole page, and not by the way back', async () => {
    const { type } = await show({
      beside: {
        build: { getSnapshot: () => ({ matches: () => true, hasTag: () => true, context: {} }) } as never,
      },
    });
    expect(blocks(here)).toBe(false);
    type();
    expect(blocks(here)).toBe(true);
    expect(blocks(here, 'BACK')).toBe(false);
  });

  it('not by the browser on other pages', async () => {
    await show(anonymous);
    history.replaceState(null, '', '/');
    expect(asked().enableBeforeUnload()).toBe(false);
  });
});

describe('the question', () => {
  it('about what is unsaved says what stays, and does what is chosen', async () => {
    await show({}, home);
    const question = await dialog('Ihre letzten Eingaben sind noch nicht gespeichert');
    question.getByText(/Was vorher gespeichert wurde, bleibt/);
    await press('Hier bleiben');
    expect(answer.reset).toHaveBeenCalledTimes(1);
    expect(answer.proceed).not.toHaveBeenCalled();
    await press('Trotzdem verlassen');
    expect(answer.proceed).toHaveBeenCalledTimes(1);
  });

  it('says without an account how long the application stays, and offers to keep it instead', async () => {
    const keeping = createActor(
      keepingMachine.provide({
        actors: { saveEntries: fromPromise(() => new Promise<void>(() => undefined)) },
      }),
    ).start();
    const user = async () => person({ providerType: 'pseudo' });
    await show({ ...anonymous, user, beside: { keeping } }, home);
    const question = await dialog('Möchten Sie den Antrag wirklich verlassen?');
    await question.findByText(/^Sie arbeiten ohne Konto. .* 30 Minuten lang nichts tun/);
    expect(question.queryByText(/^Dateien, die noch nicht hochgeladen sind/)).toBeNull();
    await press('Angaben behalten');
    expect(answer.reset).toHaveBeenCalledTimes(1);
    expect(keeping.getSnapshot().matches('choosing')).toBe(true);
    await press('Antrag verlassen');
    expect(answer.proceed).toHaveBeenCalledTimes(1);
  });

  it('is about the last entries where the way leads to what finds the application again', async () => {
    await show(anonymous, anotherStart);
    await dialog('Ihre letzten Eingaben sind noch nicht gespeichert');
    expect(screen.queryByRole('button', { name: 'Angaben behalten' })).toBeNull();
  });
});

describe('the result of an application without an account', () => {
  const sent = process(
    { status: 'SUBMITTED', result: { ticketNumber: TICKET } as ResultView },
    { hasUser: false },
  );

  it('is not left before the number was taken along', async () => {
    router.blocker = { status: 'blocked', next: home, ...answer };
    const clipboard = { writeText: async () => undefined };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await showApplication(<LeaveGuard />, { process: sent });
    const question = await dialog('Haben Sie Ihre Vorgangsnummer?');
    question.getByText(TICKET);
    expect(blocks(home)).toBe(true);
    await press('Hier bleiben');
    expect(answer.reset).toHaveBeenCalledTimes(1);
    await press('Trotzdem verlassen');
    expect(answer.proceed).toHaveBeenCalledTimes(1);
    await press('Vorgangsnummer kopieren');
    await waitFor(() => expect(blocks(home)).toBe(false));
    screen.getByText(TICKET);
  });
});
