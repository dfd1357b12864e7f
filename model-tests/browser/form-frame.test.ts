import type { Browser, FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormsCommand } from '#stand-ins/forms/mistakes.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { KIEL, offerOf } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Visitor } from './visitor.ts';

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

type Opened = {
  visitor: Visitor;
  page: Page;
  frame: FrameLocator;
  client: PortalClient;
  id: string;
  /** Number of frames that were opened at the form server. */
  redeemed: () => number;
};

/** A person at a new hunting licence, in a frame that has the given fault. */
async function open(fault: FormsCommand | null = null): Promise<Opened> {
  const client = portal.client();
  await client.logIn('lindemann:eID');
  const { metadataId } = offerOf('jagdschein');
  const { id } = await client.call('startProcess', { body: { metadataId, area: KIEL } });
  if (fault) portal.partners.forms.control(fault);
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  let redeemed = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/frame/redeem')) redeemed += 1;
  });
  for (const [name, value] of client.cookies)
    await visitor.watched.context.addCookies([{ name, value, url: portal.url }]);
  await page.goto(hrefOf.process('de', id, 'page.person'));
  return { visitor, page, frame: page.frameLocator('#form-frame'), client, id, redeemed: () => redeemed };
}

const stored = async ({ client, id }: Opened): Promise<string> =>
  JSON.stringify(await client.call('getSnapshot', { params: { id }, query: {} }));

describe('a form of a form server', () => {
  it('stands in the page that the server sends, and is taken up by the page as it is', async () => {
    const opened = await open();
    const { frame, page, redeemed, visitor } = opened;
    await frame.locator('h1').waitFor();
    await page.locator('.sp-embedded__loading').waitFor({ state: 'detached' });
    expect(redeemed()).toBe(1);
    const { height } = (await page.locator('#form-frame').boundingBox())!;
    const content = await frame.locator('body').evaluate((body) => body.getBoundingClientRect().height);
    expect(Math.abs(height - content), 'as high as its content').toBeLessThanOrEqual(3);
    await frame.locator('[name=givenName]').fill('Petra Luise');
    await eventually(async () => (await stored(opened)).includes('Petra Luise'), true);
    await page.locator('.sp-save-state--saved').waitFor();
    await visitor.leave();
  });

  it('goes on in the other language, in the same frame and with what was typed', async () => {
    const { visitor, page, frame, redeemed } = await open();
    await frame.locator('[name=givenName]').fill('Petra Maria');
    await page.locator('.sp-embedded__loading').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'English' }).click();
    await frame
      .getByRole('button', { name: 'Next', exact: true })
      .or(frame.getByText('Given name'))
      .first()
      .waitFor();
    expect(await frame.locator('[name=givenName]').inputValue()).toBe('Petra Maria');
    const step = (await frame.locator('h1, h2').first().textContent())!.trim();
    await eventually(async () => (await page.title()).startsWith(step), true);
    expect(redeemed()).toBe(1);
    await visitor.leave();
  });

  it('is entered and left by the keyboard', async () => {
    const { visitor, page, frame } = await open();
    await page.locator('.sp-embedded__loading').waitFor({ state: 'detached' });
    await page.locator('main h1').focus();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => frame.locator('[name=givenName]').evaluate((it) => it === document.activeElement))
      .toBe(true);
    const last = frame.locator('button').last();
    await last.focus();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('footer') !== null))
      .toBe(true);
    await visitor.leave();
  });

  it('ends when it leads elsewhere, says far too much, or its session is over, and is opened again', async () => {
    const { visitor, page, frame } = await open({ kind: 'flood' });
    await page.getByText(visitor.text('application:frame.refused')).waitFor();
    await visitor.button('application:frame.again').click();
    await frame.locator('h1').waitFor();
    await page.locator('.sp-embedded__loading').waitFor({ state: 'detached' });
    portal.partners.forms.control({ kind: 'lostSession' });
    await frame.locator('[name=givenName]').fill('Petra Anna');
    await page.getByText(visitor.text('application:frame.lost')).waitFor();
    portal.partners.forms.control({ kind: 'navigatesAway' });
    await visitor.button('application:frame.again').click();
    await page.getByText(visitor.text('application:frame.lost')).waitFor();
    await visitor.button('application:frame.again').click();
    await frame.locator('h1').waitFor();
    await page.locator('.sp-embedded__loading').waitFor({ state: 'detached' });
    await page.close();
  });

  it('is not finished because another origin within the frame says so', async () => {
    const { visitor, page, frame } = await open({ kind: 'otherOrigin', how: 'nested' });
    await frame.locator('h1').waitFor();
    await page.locator('.sp-embedded__loading').waitFor({ state: 'detached' });
    await frame.locator('[name=givenName]').fill('Petra Eva');
    await page.locator('.sp-save-state--saved').waitFor();
    await frame.locator('h1').waitFor();
    expect(new URL(page.url()).searchParams.get('step')).toBe('page.person');
    await visitor.leave();
  });

  it('is open in one window at a time: another one says so, and opens it when it takes over', async () => {
    const { visitor, page, frame, id, client } = await open();
    await frame.locator('[name=givenName]').fill('Petra Ida');
    await page.locator('.sp-save-state--saved').waitFor();
    const other = await Visitor.arrive(browser, portal.url);
    for (const [name, value] of client.cookies)
      await other.watched.context.addCookies([{ name, value, url: portal.url }]);
    await other.page.goto(hrefOf.process('de', id, 'page.person'));
    await other.page.getByText(other.text('application:frame.barred')).waitFor();
    await other.button('application:windows.activate').click();
    const there = other.page.frameLocator('#form-frame');
    await there.locator('h1').waitFor();
    expect(await there.locator('[name=givenName]').inputValue()).toBe('Petra Ida');
    // A frame that can no longer be used does not accept input either.
    await page.locator('.sp-embedded[inert], .sp-editing').first().waitFor();
    await page.close();
    await other.page.close();
    await visitor.watched.context.close();
  });

  it('says calmly when its server cannot be reached or speaks another protocol', async () => {
    const { faults, control } = portal.partners.forms;
    for (const isAway of [true, false]) {
      if (isAway) faults.set({ fault: 'down', requests: 20 });
      const { visitor, page, frame } = await open(
        isAway ? null : { kind: 'outdated', how: 'error', requests: 20 },
      );
      await page.getByText(visitor.text('application:form.notLoaded')).waitFor();
      faults.end();
      control({ kind: 'outdated', requests: 0 });
      await visitor.button('application:retry').click();
      await frame.locator('h1').waitFor();
      await page.close();
    }
  });
});
