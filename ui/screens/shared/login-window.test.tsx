import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLogin, queryOf, wasChosenAt } from './login-window.ts';

const ADDRESS = '/redirect?lang=de&provider=nkb&trustLevel=high';
const login = { lang: 'de', provider: 'nkb', trustLevel: 'high' } as const;

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** Contents that an opened window finds: the storage as it is at that moment. */
function opening(opened: Window | null) {
  const found: string[] = [];
  vi.spyOn(window, 'open').mockImplementation(() => {
    found.push(JSON.stringify({ ...sessionStorage }));
    return opened;
  });
  return found;
}

describe('a login in a window of its own', () => {
  it('opens with the mark of the click, which does not stay here', () => {
    const found = opening({} as Window);
    expect(openLogin(login)).toBe(true);
    expect(window.open).toHaveBeenCalledExactlyOnceWith(ADDRESS, '_blank');
    expect(found).toEqual([JSON.stringify({ 'serviceportal.login-chosen': ADDRESS })]);
    expect({ ...sessionStorage }).toEqual({});
  });

  it('says when the browser opened none, and leaves no mark either', () => {
    opening(null);
    expect(openLogin(login)).toBe(false);
    expect(wasChosenAt(ADDRESS)).toBe(false);
  });

  it('was chosen at its own address alone, and once', () => {
    sessionStorage.setItem('serviceportal.login-chosen', ADDRESS);
    expect(wasChosenAt('/redirect?lang=de&provider=nkb')).toBe(false);
    expect(wasChosenAt(ADDRESS), 'the first look has taken the mark').toBe(false);
    sessionStorage.setItem('serviceportal.login-chosen', ADDRESS);
    expect(wasChosenAt(ADDRESS)).toBe(true);
    expect(wasChosenAt(ADDRESS)).toBe(false);
  });

  it('opens without storage, and is then asked for', () => {
    opening({} as Window);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect(openLogin(login)).toBe(true);
    expect(wasChosenAt(ADDRESS)).toBe(false);
  });
});

it('comes back to the page that tells the waiting window', () => {
  expect(queryOf(login)).toEqual({
    providerId: 'nkb',
    redirect: '/redirect?lang=de&trustLevel=high&done=login',
    forceNew: false,
    trustLevel: 'high',
  });
});
