import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../shared/paths.ts';
import type { HandingInActor } from '../shared/portal-context.tsx';
import { provideWindow } from '../testing/application.tsx';
import { showScreen } from '../testing/show-screen.tsx';
import { HandInGuard } from './hand-in-guard.tsx';

// Files of one process share their modules: those of this one have the stand-ins, those of the next one do not.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

provideWindow();

type Place = { pathname: string; search: object };
type Guard = {
  shouldBlockFn: (way: { current: Place; next: Place }) => boolean;
  enableBeforeUnload: () => boolean;
};
const router = vi.hoisted(() => ({ guard: null as unknown, blocker: { status: 'idle' } as object }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: (guard: unknown) => {
    router.guard = guard;
    return router.blocker;
  },
}));
const asked = () => router.guard as Guard;
const at = (href: string): Place => {
  const { pathname, searchParams } = new URL(href, 'https://portal.example');
  return { pathname, search: Object.fromEntries(searchParams) };
};
const handIn = (locale: 'de' | 'en', id: string) => `${paths.handIn[locale]}?id=${id}`;
const answer = { proceed: vi.fn(), reset: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  router.blocker = { status: 'idle' };
});

/** A flow with files that have arrived, and one that is still sent. */
async function show({ arrived, sending }: { arrived: number; sending: boolean }) {
  const snapshot = {
    context: {
      pendingFiles: sending ? [{ stage: 'sending', loaded: 0 }] : [],
      page: { files: Array.from({ length: arrived }) },
    },
  };
  const actor = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => undefined }) };
  await showScreen(<HandInGuard actor={actor as unknown as HandingInActor} />, {
    route: { screen: 'other' },
  });
}
const blocks = (next: string) => asked().shouldBlockFn({ current: at(handIn('de', 'p')), next: at(next) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('who leaves', () => {
  it('without files is not asked', async () => {
    await show({ arrived: 0, sending: false });
    expect(blocks('/')).toBe(false);
    expect(asked().enableBeforeUnload()).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('with files that are not handed in is asked, but not for the same page in the other language', async () => {
    await show({ arrived: 1, sending: false });
    expect(blocks('/')).toBe(true);
    expect(blocks('/formular?id=p')).toBe(true);
    expect(blocks(handIn('de', 'another'))).toBe(true);
    expect(blocks(handIn('en', 'p'))).toBe(false);
    expect(asked().enableBeforeUnload(), 'they are found again after a reload').toBe(false);
  });

  it('with files on their way is asked by the browser, too', async () => {
    await show({ arrived: 0, sending: true });
    expect(blocks('/')).toBe(true);
    expect(asked().enableBeforeUnload()).toBe(true);
  });
});

describe('the question', () => {
  it.each([
    [false, /^Die Behörde bekommt Ihre Dateien erst/],
    [true, /^Es werden noch Dateien hochgeladen/],
  ])('says what becomes of the files, and does what is chosen: on their way %s', async (sending, text) => {
    router.blocker = { status: 'blocked', ...answer };
    await show({ arrived: 1, sending });
    const question = within(
      screen.getByRole('dialog', { name: 'Ihre Unterlagen sind noch nicht nachgereicht' }),
    );
    question.getByText(text);
    await press('Hier bleiben');
    expect(answer.reset).toHaveBeenCalledTimes(1);
    expect(answer.proceed).not.toHaveBeenCalled();
    await press('Trotzdem verlassen');
    expect(answer.proceed).toHaveBeenCalledTimes(1);
  });
});
