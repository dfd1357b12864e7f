import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { paths } from '#contract/pages.ts';
import { locales } from '#domain/locale.ts';
import { loadContent } from '#server/content-store/load.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');

const DOG_TAX = '99102013104000';
const KIEL = '010020000000';

let contentDir: string;
let portal: Portal;
let client: PortalClient;

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'content-'));
  cpSync('content', contentDir, { recursive: true });
  portal = await startPortal({ contentDir, environment: { LOG_LEVEL: 'fatal' } });
  client = portal.client();
});
afterAll(async () => {
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
});

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const name = path.join(contentDir, file);
  const before = await readFile(name, 'utf8');
  const after = edit(before);
  expect(after).not.toBe(before);
  await writeFile(name, after);
}

describe('what people browse', () => {
  it.each(locales)('leads from the home page to every topic and life situation (%s)', async (lang) => {
    const home = await client.call('getHome', { query: { lang } });
    expect(z.safeParse(calls.getHome.answer, home).error).toBeUndefined();
    expect(home.topics.length).toBeGreaterThanOrEqual(12);
    expect(home.lifeSituations.length).toBeGreaterThanOrEqual(10);
    expect(home.frequent.length).toBeGreaterThanOrEqual(6);
    expect(home.portals).toEqual(await client.call('listPortals', { query: { lang } }));
    const seen = new Set<string>();
    for (const { id, title } of home.topics) {
      const { topic, services } = await client.call('getTopic', { params: { id }, query: { lang } });
      expect(topic.title).toBe(title);
      expect(services.length, id).toBeGreaterThan(0);
      const titles = services.map((service) => service.title);
      expect(titles).toEqual(titles.toSorted(new Intl.Collator(lang).compare));
      for (const { leiKaId } of services) seen.add(leiKaId);
    }
    expect(seen).toEqual(new Set(loaded.content.services.keys()));
    for (const { id } of home.lifeSituations) {
      const { steps } = await client.call('getLifeSituation', { params: { id }, query: { lang } });
      expect(steps.flatMap(({ services }) => services).length, id).toBeGreaterThan(0);
    }
  });

  it.each(locales)(
    'has a page for each thematic portal, with every service of its topics once (%s)',
    async (lang) => {
      for (const { id, title, topics } of loaded.content.portals.values()) {
        const answer = await client.call('getPortal', { params: { id }, query: { lang } });
        expect(z.safeParse(calls.getPortal.answer, answer).error).toBeUndefined();
        expect(answer.title).toBe(title[lang]);
        expect(answer.introduction).toBe(loaded.content.portals.get(id)?.introduction?.[lang]);
        expect(answer.topics.map(({ topic }) => topic.id)).toEqual(topics);
        const found = answer.topics.flatMap(({ services }) => services.map(({ leiKaId }) => leiKaId));
        const expected = [...loaded.content.services.values()].filter((service) =>
          service.topics.some((topic) => topics.includes(topic)),
        );
        expect(found.toSorted()).toEqual(expected.map(({ leiKaId }) => leiKaId).toSorted());
        const page = await fetch(`${portal.url}${paths.portal[lang].replace('$id', id)}`);
        expect(page.status).toBe(200);
        const text = await page.text();
        expect(text).toContain('<h1');
        for (const { title: service } of answer.topics.flatMap(({ services }) => services)) {
          expect(text).toContain(service.replaceAll("'", '&#x27;'));
        }
      }
      const family = await client.call('getPortal', { params: { id: 'familienportal' }, query: { lang } });
      expect(family.authority?.id).toBe('landesamt-soziale-dienste');
      const unknown = await fetch(`${portal.url}${paths.portal[lang].replace('$id', 'x')}`);
      expect(unknown.status).toBe(404);
    },
  );

  it('has each page by its slug in each language, and by its id', async () => {
    const german = await client.call('getPage', { query: { lang: 'de', slug: 'impressum' } });
    const english = await client.call('getPage', { query: { lang: 'en', slug: 'imprint' } });
    expect(german.slugs).toEqual({ de: 'impressum', en: 'imprint' });
    expect(english).toMatchObject({ id: german.id, slugs: german.slugs });
    expect(english.html).not.toBe(german.html);
    expect(await client.call('getPage', { query: { lang: 'de', id: german.id } })).toEqual(german);
  });

  it('knows nothing else', async () => {
    const missing = { problem: { code: 'not-found', status: 404 } };
    const query = { lang: 'de' } as const;
    await expect(client.call('getTopic', { params: { id: 'x' }, query })).rejects.toMatchObject(missing);
    await expect(client.call('getLifeSituation', { params: { id: 'x' }, query })).rejects.toMatchObject(
      missing,
    );
    await expect(client.call('getPortal', { params: { id: 'x' }, query })).rejects.toMatchObject(missing);
    await expect(client.call('getPage', { query })).rejects.toMatchObject(missing);
    // The slug of the other language.
    await expect(client.call('getPage', { query: { ...query, slug: 'imprint' } })).rejects.toMatchObject(
      missing,
    );
    await expect(client.call('getPage', { query: { ...query, id: '__proto__' } })).rejects.toMatchObject(
      missing,
    );
    await expect(client.call('getTopic', { params: { id: 'A B' }, query })).rejects.toMatchObject({
      problem: { code: 'input-invalid' },
    });
  });
});

describe('a service', () => {
  const service = (query: { area?: string; place?: string }) =>
    client.call('getService', { params: { leiKaId: DOG_TAX }, query: { lang: 'de', ...query } });

  it('is answered for by the authority of the place and offered there', async () => {
    const answer = await service({ area: KIEL });
    expect(z.safeParse(calls.getService.answer, answer).error).toBeUndefined();
    expect(answer).toMatchObject({ authority: { id: 'kiel' }, metadata: { metadataId: 'hundesteuer-kiel' } });
  });

  it('takes a place as text, as a form without script sends it', async () => {
    expect(await service({ place: 'kiel' })).toEqual(await service({ area: KIEL }));
    expect((await service({ place: '24229' })).placeChoices).toHaveLength(3);
    expect(await service({ place: 'Keil' })).toMatchObject({ placeIsUnknown: true, placeQuery: 'Keil' });
  });

  it('that does not exist is gone', async () => {
    const call = client.call('getService', { params: { leiKaId: '99999999999999' }, query: { lang: 'de' } });
    await expect(call).rejects.toMatchObject({ problem: { code: 'service-not-found', status: 410 } });
  });
});

describe('the folder that an administration edits', () => {
  const title = async () =>
    (await client.call('getService', { params: { leiKaId: DOG_TAX }, query: { lang: 'de' } })).service.title;
  const file = 'services/hundesteuer/service.json';

  it('is loaded anew while the service runs', async () => {
    const old = await title();
    await change(file, (text) => text.replace(old, 'Hund melden'));
    expect(await title()).toBe(old);
    portal.reloadContent();
    await vi.waitFor(async () => expect(await title()).toBe('Hund melden'), {
      timeout: 120_000,
      interval: 100,
    });
  });

  it('with a fault does not take the place of what is served, and keeps the service from starting', async () => {
    await change(file, (text) => text.replace('"Hund melden"', '"Hund"').replace('"topics"', '"themes"'));
    portal.reloadContent();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await title()).toBe('Hund melden');
    await portal.kill();
    await expect(portal.start()).rejects.toThrow('ended with 1');
  });

  it('is served without the faulty entry when the operator says so', async () => {
    await portal.start({ CONTENT_SKIP_BROKEN: 'true' });
    await expect(title()).rejects.toMatchObject({ problem: { code: 'service-not-found' } });
    const { topics } = await client.call('getHome', { query: { lang: 'de' } });
    expect(topics.length).toBeGreaterThanOrEqual(12);
  });
});
