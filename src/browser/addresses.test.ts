import { describe, expect, it } from 'vitest';
import { translatedHref } from '#ui/screens/shared/paths.ts';
import { addressOf, xsrfToken } from './address.ts';
import { readLoginReturn } from './login-return.ts';
import { rememberedPlace, rememberPlace } from './place.ts';
import { readQuery, writeQuery } from './query.ts';
import { loginNamedAt, routeOf } from './route-of.ts';

const place = { value: 'Kiel', key: '010020000000' };
const at = (href: string) => {
  const url = new URL(href, 'http://portal.invalid');
  return { pathname: url.pathname, search: url.search };
};

describe('the address of a call', () => {
  it('escapes parameters and leaves out what is undefined', () => {
    const call = { path: '/api/process/{id}/file/{file}' } as const;
    expect(addressOf(call, { id: 'a/b', file: 'form' }, { lang: 'de', none: undefined })).toBe(
      '/api/process/a%2Fb/file/form?lang=de',
    );
  });
  it('names the parameter that is missing', () => {
    expect(() => addressOf({ path: '/api/process/{id}' })).toThrow('"id"');
  });
});

it('finds the anti-forgery token among the cookies', () => {
  expect(xsrfToken('XSRF-TOKEN=abc')).toBe('abc');
  expect(xsrfToken('a=b; XSRF-TOKEN=c%2Fd; e=f')).toBe('c/d');
  expect(xsrfToken('NOT-XSRF-TOKEN=abc')).toBe('');
  expect(xsrfToken('XSRF-TOKEN=planted; __Host-XSRF-TOKEN=own')).toBe('own');
});

it('keeps keys of digits as they are: a leading zero counts', () => {
  expect(readQuery('?leiKaId=99102013104000&area=010020000000')).toEqual({
    leiKaId: '99102013104000',
    area: '010020000000',
  });
  expect(writeQuery({ area: '010020000000', none: undefined })).toBe('?area=010020000000');
});

describe('an address tells the workflows', () => {
  it('which application is meant', () => {
    expect(routeOf(at('/formular?id=1'), null)).toEqual({
      screen: 'process',
      start: { kind: 'process', processId: '1' },
      step: null,
      begun: null,
    });
    expect(routeOf(at('/en/form?leiKaId=2&area=01'), place)).toEqual({
      screen: 'process',
      start: { kind: 'service', leiKaId: '2', area: '01' },
      step: null,
      begun: null,
    });
    const begun = { leiKaId: '2', area: '01' };
    expect(routeOf(at('/formular?id=1'), null, begun)).toMatchObject({ begun });
  });
  it.each([
    ['page.dog', 'page.dog'],
    ['change.dog', 'change.dog'],
    ['summary', 'summary'],
    ['page.', null],
    ['elsewhere', null],
  ])('which step is asked for: %s', (name, step) => {
    expect(routeOf(at(`/formular?id=1&step=${name}`), null)).toMatchObject({ step });
    expect(routeOf(at(`/formular?leiKaId=2&area=01&step=${name}`), null)).toMatchObject({ step: null });
  });
  it('that the chosen place counts where the address names none, and that without one nothing starts', () => {
    expect(routeOf(at('/formular?leiKaId=2'), place)).toMatchObject({ start: { area: place.key } });
    expect(routeOf(at('/formular?leiKaId=2'), null)).toMatchObject({ start: null, step: null });
  });
  it('that somebody comes back from the payment', () => {
    expect(routeOf(at('/redirect?result=PAYED&id=sign&lang=en'), null)).toEqual({
      screen: 'paymentReturn',
      payment: { result: 'PAYED', id: 'sign' },
    });
  });
  it.each([
    ['?wait=payment', 'payment', null],
    ['?provider=nkb', 'login', null],
    ['?provider=nkb&trustLevel=high', 'login', 'high'],
    ['?done=login&trustLevel=substantial&provider=nkb', 'loginReturn', 'substantial'],
    ['?lost=login&trustLevel=highest', 'loginLost', null],
  ])('what a window between portal, login and payment is for: %s', (query, way, needed) => {
    expect(routeOf(at(`/redirect${query}`), null)).toEqual({ screen: 'landing', landing: { way, needed } });
  });
  it.each(['/redirect', '/redirect?wait=long', '/nutzerkonten?wait=payment'])(
    'that nothing is left to do there: %s',
    (href) => expect(routeOf(at(href), null)).toEqual({ screen: 'other' }),
  );
});

describe('coming back from the login', () => {
  it('reads the outcome and takes it out of the address', () => {
    expect(readLoginReturn('http://p/formular?id=1&login=SUCCESS#x')).toEqual({
      outcome: 'SUCCESS',
      refusal: null,
      address: 'http://p/formular?id=1#x',
    });
  });
  it('believes no other word', () => {
    expect(readLoginReturn('http://p/?login=ROOT').outcome).toBeNull();
  });
});

describe('the same page in the other language', () => {
  it.each([
    ['/', '/en'],
    ['/en', '/'],
    ['/formular?id=1', '/en/form?id=1'],
    ['/en/account', '/nutzerkonto'],
    ['/leistung/99?area=01', '/en/service/99?area=01'],
    ['/datenschutz', '/en/privacy'],
    ['/en/terms-of-use', '/nutzungsbedingungen'],
    ['/gibt-es-nicht', '/en'],
  ])('%s is %s', (from, to) => {
    expect(translatedHref(from, from.startsWith('/en') ? 'de' : 'en')).toBe(to);
  });
});

describe('the chosen place', () => {
  function storage(): Storage {
    const values = new Map<string, string>();
    return {
      length: 0,
      clear: () => values.clear(),
      key: () => null,
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    };
  }
  it('is remembered and forgotten', () => {
    const kept = storage();
    rememberPlace(kept, place);
    expect(rememberedPlace(kept)).toEqual(place);
    rememberPlace(kept, null);
    expect(rememberedPlace(kept)).toBeNull();
  });
  it.each(['no json', '{}', '{"value":"Kiel","key":"../x"}', 'null', '[1]'])(
    'is removed when it has not the expected shape: %s',
    (text) => {
      const kept = storage();
      kept.setItem('serviceportal.place', text);
      expect(rememberedPlace(kept)).toBeNull();
      expect(kept.getItem('serviceportal.place')).toBeNull();
    },
  );
});

describe('the address of a window for a login', () => {
  const named = (href: string) => loginNamedAt(new URL(href, 'https://portal.example'));

  it('names it, with its level and language', () => {
    expect(named('/redirect?lang=en&provider=elster&trustLevel=high&forceNew=true')).toEqual({
      providerId: 'elster',
      redirect: '/redirect?lang=en&trustLevel=high&done=login',
      forceNew: true,
      trustLevel: 'high',
    });
    expect(named('/redirect?provider=nkb&trustLevel=highest')).toEqual({
      providerId: 'nkb',
      redirect: '/redirect?lang=de&done=login',
      forceNew: false,
    });
  });

  it.each([
    '/redirect',
    '/nutzerkonto?provider=nkb',
    '/redirect?provider=nkb&done=login',
    '/redirect?provider=nkb&lost=login',
    '/redirect?provider=nkb&wait=payment',
    '/redirect?provider=nkb&result=PAYED&id=sign',
    '/redirect?provider=nkb&handover=code',
    '/redirect?provider=nkb&returned=id',
  ])('names none where the page means something else: %s', (href) => expect(named(href)).toBeNull());
});
