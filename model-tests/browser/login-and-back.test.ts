import type { Browser } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { type Portal, startPortal } from '../http/portal.ts';
import { launchKeepingChromium } from './chromium.ts';
import { Visitor } from './visitor.ts';

/** The outcome of a login reaches the page that was left for it, also where the browser keeps pages for "back". */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([launchKeepingChromium(), startPortal()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

const SERVICE = 'bewohnerparkausweis';
const PERSON = 'leczyca:eID';

it('a person who was logged in from the start confirms by a login in the same window', async () => {
  const visitor = await Visitor.arrive(browser, portal.url);
  await visitor.startWithAccount(SERVICE, PERSON);
  await visitor.fillAll(SERVICE);
  await visitor.confirm();
  await visitor.decideConflict('keep');
  await visitor.sees('summary:login.title');
  await visitor.button('summary:login.button', { provider: visitor.text('common:provider.nkb') }).click();
  await visitor.chooseAtAccount(PERSON);
  await visitor.page.getByRole('button', { name: visitor.payWords }).waitFor();
  await visitor.leave();
}, 1_200_000);
