import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { changeScheme } from './colour-scheme.ts';
import { leiKaIdOf } from './service-forms.ts';
import { Visitor } from './visitor.ts';

/** The default theme, and the second one, in a copy with all flags inverted. */
const ids = ['sp', 'kreis-ostholstein'] as const;

let browser: Browser;
let contentDir: string;
let portal: Portal;

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'content-'));
  cpSync('content', contentDir, { recursive: true });
  const file = path.join(contentDir, 'themes/kreis-ostholstein/theme.json');
  const theme = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
  await writeFile(
    file,
    JSON.stringify({
      ...theme,
      // Links without underline need a colour further from the text.
      colours: { ...theme.colours, primary: '#107646', text: '#000000' },
      flags: {
        borderRadiusEnabled: false,
        uppercaseDisabled: false,
        linkUnderlineEnabled: false,
        formNavShadowEnabled: true,
        formNavSectionsDisabled: true,
        btnShadowDisabled: false,
      },
    }),
  );
  [browser, portal] = await Promise.all([openChromium(), startPortal({ contentDir })]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
});

/** Visible effects of the flags. */
async function looksOf(visitor: Visitor) {
  const { page, watched } = visitor;
  const styleOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const expectReadable = async (name: string) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await changeScheme(page, colorScheme);
      await watched.expectAccessible(`${name}, ${colorScheme}`);
    }
  };
  await page.goto('/');
  await visitor.sees('home:heading');
  const looks = {
    corners: await styleOf('main .kern-btn--primary', 'border-top-left-radius'),
    letters: await styleOf('main .kern-btn--primary .kern-label', 'text-transform'),
    buttonShadow: await styleOf('main .kern-btn--primary', 'box-shadow'),
    links: await styleOf('main a', 'text-decoration-line'),
    linksOfFooter: await styleOf('.sp-footer a', 'text-decoration-line'),
  };
  await expectReadable('home page');
  await page.goto(`/leistung/${leiKaIdOf('hundesteuer')}?area=010020000000`);
  await page.locator('h1').waitFor();
  await expectReadable('service page');
  await visitor.startAnonymously('hundesteuer');
  await page.locator('#field-givenName').waitFor();
  await expectReadable('form page');
  watched.expectSilent();
  return {
    ...looks,
    formNavShadow: await styleOf('.sp-service', 'box-shadow'),
    formNavSections: await page.locator('.sp-details__summary').count(),
  };
}

describe('the flags of a theme', () => {
  it.each(ids)('are seen, and everybody can read the pages: %s', async (id) => {
    if (id !== 'sp') {
      await portal.kill();
      await portal.start({ THEME: id });
    }
    const visitor = await Visitor.arrive(browser, portal.url);
    try {
      const looks = await looksOf(visitor);
      if (id === 'sp') {
        expect(looks).toEqual({
          corners: '4px',
          letters: 'none',
          buttonShadow: 'none',
          links: 'underline',
          linksOfFooter: 'underline',
          formNavShadow: 'none',
          formNavSections: 1,
        });
      } else {
        expect(looks).toEqual({
          corners: '0px',
          letters: 'uppercase',
          buttonShadow: expect.stringMatching(/^rgba\(0, 0, 0/),
          links: 'none',
          linksOfFooter: 'none',
          formNavShadow: expect.stringMatching(/^rgba\(0, 0, 0/),
          formNavSections: 0,
        });
      }
    } finally {
      await visitor.watched.close();
    }
  });
});
