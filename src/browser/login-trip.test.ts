import { describe, expect, it } from 'vitest';
import { arrive, outcomeIsKept, setOut, turnBack, type Window } from './login-trip.ts';

const QUERY = { providerId: 'nkb', redirect: '/formular?id=1&step=login', forceNew: true };
const PAGE = 'http://p/formular?id=1&step=login';

/** A window with a history, as a browser has it. */
function openWindow(before: string[], ahead: string[] = []) {
  let entries = [...before, ...ahead];
  let states: unknown[] = entries.map(() => null);
  let at = before.length - 1;
  const kept = new Map<string, string>();
  const cookies = new Map<string, string>();
  const visit = (href: string, state: unknown = null) => {
    entries = [...entries.slice(0, at + 1), href];
    states = [...states.slice(0, at + 1), state];
    at += 1;
  };
  const window: Window = {
    history: {
      get length() {
        return entries.length;
      },
      get state() {
        return states[at];
      },
      go: (distance = 0) => {
        at += distance;
      },
      back: async () => {
        at -= 1;
      },
      pushState: (state, _unused, url) => visit(String(url), state),
      replaceState: (state, _unused, url) => {
        entries[at] = String(url);
        states[at] = state;
      },
    },
    location: {
      get href() {
        return entries[at]!;
      },
    },
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    document: {
      get cookie() {
        return [...cookies].map((cookie) => cookie.join('=')).join('; ');
      },
      set cookie(written) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(written) ?? [];
        if (/max-age=0/.test(written)) cookies.delete(name);
        else cookies.set(name, value);
      },
    },
  };
  return { window, visit, kept, cookies, at: () => at, entries: () => entries };
}

describe('a login that does not take place', () => {
  it('leaves the person where "back" leads to the page before, however often it was tried', async () => {
    const browser = openWindow(['http://p/', PAGE]);
    for (let tries = 0; tries < 3; tries += 1) {
      setOut(browser.window, QUERY);
      await turnBack(browser.window);
    }
    expect([browser.at(), browser.entries()]).toEqual([1, ['http://p/', PAGE, PAGE]]);
    await turnBack(browser.window);
    expect(browser.at(), 'once').toBe(1);
  });

  it('does so when the browser came back from it by loading the page', () => {
    const browser = openWindow(['http://p/', PAGE]);
    setOut(browser.window, QUERY);
    browser.visit('http://idp/login');
    browser.window.history.go(-1);
    expect(arrive(browser.window)).toMatchObject({ outcome: null, address: PAGE });
    expect(browser.at()).toBe(1);
    expect(arrive(browser.window), 'loaded again').toMatchObject({ outcome: null, address: PAGE });
    expect(browser.at()).toBe(1);
  });
});

describe('the way to the login and back', () => {
  it.each([[[]], [['http://p/later', 'http://p/latest']]])(
    'leaves none of its pages behind the page that was left, ahead of it: %j',
    (ahead) => {
      const browser = openWindow(['http://p/', PAGE], ahead);
      setOut(browser.window, QUERY);
      browser.visit('http://idp/login');
      browser.visit('http://idp/chosen');
      browser.visit(`${PAGE}&login=SUCCESS`);
      expect(arrive(browser.window)).toBeNull();
      expect(browser.at()).toBe(1);
      expect(browser.entries().at(-1), 'going forward is no login').toBe(PAGE);
      expect(outcomeIsKept(browser.window)).toBe(true);
      expect(arrive(browser.window)).toEqual({
        outcome: 'SUCCESS',
        refusal: null,
        address: PAGE,
        query: QUERY,
      });
      expect(arrive(browser.window), 'it is told once').toEqual({
        outcome: null,
        refusal: null,
        address: PAGE,
        query: null,
      });
      expect([[...browser.kept], [...browser.cookies]]).toEqual([[], []]);
    },
  );

  it.each([
    ['SUCCESS', null],
    ['ERROR', 'other-person'],
  ])('tells %s to a page whose process has kept an older copy of the storage', (outcome, refusal) => {
    const browser = openWindow(['http://p/', PAGE]);
    setOut(browser.window, QUERY);
    const older = new Map(browser.kept);
    browser.visit('http://idp/login');
    browser.visit(`${PAGE}&login=${outcome}${refusal ? `&refusal=${refusal}` : ''}`);
    expect(arrive(browser.window)).toBeNull();
    browser.kept.clear();
    for (const [key, value] of older) browser.kept.set(key, value);
    expect(outcomeIsKept(browser.window)).toBe(true);
    expect(arrive(browser.window)).toEqual({ outcome, refusal, address: PAGE, query: QUERY });
    for (const [key, value] of older) browser.kept.set(key, value);
    expect(arrive(browser.window)?.outcome, 'it is told once').toBeNull();
  });

  it('keeps the outcome for the page that was left alone, and for a minute', () => {
    const browser = openWindow(['https://p/', 'https://p/nutzerkonto']);
    const written: string[] = [];
    const { window } = browser;
    const document = Object.defineProperty({ cookie: '' }, 'cookie', {
      get: () => window.document.cookie,
      set: (cookie: string) => {
        written.push(cookie);
        window.document.cookie = cookie;
      },
    });
    setOut(window, QUERY);
    browser.visit('https://p/nutzerkonto?login=SUCCESS');
    expect(arrive({ ...window, document })).toBeNull();
    expect(written).toEqual([
      expect.stringMatching(
        /^login-[\d.e-]+=login=SUCCESS&refusal=null;path=\/;max-age=60;samesite=strict;secure$/,
      ),
    ]);
    setOut(window, QUERY);
    expect(outcomeIsKept(window), 'of another trip').toBe(false);
  });

  it('tells why a login does not count, on the page that was left', () => {
    const browser = openWindow(['http://p/', PAGE]);
    setOut(browser.window, QUERY);
    browser.visit('http://idp/login');
    browser.visit(`${PAGE}&login=ERROR&refusal=other-person`);
    expect(arrive(browser.window)).toBeNull();
    expect(arrive(browser.window)).toMatchObject({
      outcome: 'ERROR',
      refusal: 'other-person',
      address: PAGE,
    });
    browser.visit(`${PAGE}&login=ERROR&refusal=made-up`);
    expect(arrive(browser.window)).toMatchObject({ outcome: 'ERROR', refusal: null, address: PAGE });
  });

  it('tells the outcome where it comes back to when that is another page', () => {
    const browser = openWindow(['http://p/', PAGE]);
    setOut(browser.window, QUERY);
    browser.visit('http://p/nutzerkonto?login=CANCEL');
    expect(arrive(browser.window)).toEqual({
      outcome: 'CANCEL',
      refusal: null,
      address: 'http://p/nutzerkonto',
      query: QUERY,
    });
  });

  it('does not go back by a history whose length counts nothing any more', () => {
    const browser = openWindow([...Array<string>(49).fill('http://p/'), PAGE]);
    setOut(browser.window, QUERY);
    browser.visit(`${PAGE}&login=SUCCESS`);
    expect(arrive(browser.window)).toEqual({
      outcome: 'SUCCESS',
      refusal: null,
      address: PAGE,
      query: QUERY,
    });
  });

  it('goes nowhere without a login, and without storage', () => {
    const browser = openWindow(['http://p/', PAGE]);
    expect(arrive(browser.window)).toEqual({ outcome: null, refusal: null, address: PAGE, query: null });
    setOut(browser.window, QUERY);
    expect(arrive(browser.window), 'given up at the login').toMatchObject({ outcome: null, address: PAGE });
    const refused = () => {
      throw new Error('refused');
    };
    const sessionStorage = { getItem: refused, setItem: refused, removeItem: refused };
    setOut({ ...browser.window, sessionStorage }, QUERY);
    browser.visit(`${PAGE}&login=ERROR`);
    expect(arrive({ ...browser.window, sessionStorage })?.outcome).toBe('ERROR');
  });
});
