import { describe, expect, it } from 'vitest';
import { visitorOf } from './visitor.ts';

const AGENTS = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'an Android phone':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  'an Android tablet': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  'Firefox on a tablet': 'Mozilla/5.0 (Android 15; Tablet; rv:143.0) Gecko/143.0 Firefox/143.0',
  iPad: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  nothing: undefined,
};
const THROUGH_PROXY = ['10.0.0.1', '192.0.2.7'];

describe('the device of a reader', () => {
  it.each([
    ['iPhone', 'phone'],
    ['an Android phone', 'phone'],
    ['Firefox on Android', 'phone'],
    ['an Android tablet', 'tablet'],
    ['Firefox on a tablet', 'tablet'],
    ['iPad', 'tablet'],
    ['Windows', 'computer'],
    ['nothing', 'computer'],
  ] as const)('%s is a %s', (agent, device) => {
    const headers = AGENTS[agent] === undefined ? {} : { 'user-agent': AGENTS[agent] };
    expect(visitorOf({ headers, ips: THROUGH_PROXY }, undefined).device).toBe(device);
  });
});

describe('the country of a reader', () => {
  const countryOf = (value: string | undefined, ips: string[], header: string | undefined = 'x-country') =>
    visitorOf({ headers: value === undefined ? {} : { 'x-country': value }, ips }, header).country;

  it('is what our proxy says', () => {
    expect(countryOf('DK', THROUGH_PROXY)).toBe('DK');
    expect(countryOf('de', THROUGH_PROXY)).toBe('DE');
  });

  it('is not known without the header, without its name, or when the value is none', () => {
    expect(countryOf(undefined, THROUGH_PROXY)).toBe('ZZ');
    expect(visitorOf({ headers: { 'x-country': 'DK' }, ips: THROUGH_PROXY }, undefined).country).toBe('ZZ');
    for (const value of ['', 'DEU', '1', 'T1', '<b'])
      expect(countryOf(value, THROUGH_PROXY), value).toBe('ZZ');
  });

  it('is not believed of a caller that comes past our proxies', () => {
    expect(countryOf('DK', ['192.0.2.7'])).toBe('ZZ');
  });
});
