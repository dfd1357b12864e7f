// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { sitemapFiles, sitemapIndex } from './sitemap.ts';

const ORIGIN = 'https://portal.example';
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    paths: { de: `/leistung/${index}`, en: `/en/service/${index}` },
  }));
const parse = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml');
const texts = (xml: string, name: string) =>
  [...parse(xml).getElementsByTagName(name)].map((it) => it.textContent);

describe('the sitemap', () => {
  it('names every page in both languages, each with all its languages', () => {
    const [xml = '', ...rest] = sitemapFiles(pages(1), ORIGIN);
    expect(rest).toEqual([]);
    expect(texts(xml, 'loc')).toEqual([`${ORIGIN}/leistung/0`, `${ORIGIN}/en/service/0`]);
    const links = [...parse(xml).getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link')];
    const languages = links.map((it) => [it.getAttribute('hreflang'), it.getAttribute('href')]);
    const each = [
      ['de', `${ORIGIN}/leistung/0`],
      ['en', `${ORIGIN}/en/service/0`],
      ['x-default', `${ORIGIN}/leistung/0`],
    ];
    expect(languages).toEqual([...each, ...each]);
  });

  it('is split where one file may not hold it, and no page is lost or doubled', () => {
    const files = sitemapFiles(pages(60_000), ORIGIN);
    const addresses = files.map((xml) => xml.match(/<loc>[^<]+/g) ?? []);
    expect(addresses.map(({ length }) => length)).toEqual([50_000, 50_000, 20_000]);
    expect(new Set(addresses.flat()).size).toBe(120_000);
    for (const xml of files) expect(Buffer.byteLength(xml)).toBeLessThan(50 * 1024 * 1024);
  });

  it('stays well-formed whatever stands in an address', () => {
    const paths = { de: '/a&b"c<d>', en: "/en/it's" };
    const [xml = ''] = sitemapFiles([{ paths }], ORIGIN);
    expect(texts(xml, 'loc')).toEqual([ORIGIN + paths.de, ORIGIN + paths.en]);
  });

  it('in several files is an index of them', () => {
    const xml = sitemapIndex([`${ORIGIN}/sitemap/1.xml`, `${ORIGIN}/sitemap/2.xml`]);
    expect(parse(xml).documentElement.tagName).toBe('sitemapindex');
    expect(texts(xml, 'loc')).toEqual([`${ORIGIN}/sitemap/1.xml`, `${ORIGIN}/sitemap/2.xml`]);
  });
});
