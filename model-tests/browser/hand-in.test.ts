import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { handInHref } from '#ui/screens/following/hand-in-href.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { offerOf } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { sendOwing } from '../http/owing.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { Gallery } from './gallery.ts';
import { NO_DRAFT } from './journeys.ts';
import { UploadGate } from './upload-gate.ts';
import { Visitor } from './visitor.ts';

/** Documents that were promised for later are handed in by their person, in the running product. */
let browser: Browser;
let portal: Portal;
const gallery = new Gallery();

/** Fields of the owed documents. */
const TITLE = '#field-residenceTitle';
const HOUSING = '#field-housingProof';

beforeAll(async () => {
  [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ environment: { LOG_LEVEL: 'fatal' } }),
  ]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

let client: PortalClient;
let visitor: Visitor;
let id: string;

beforeEach(async () => {
  client = portal.client();
  await client.logIn('thomsen:Benutzername');
  id = await sendOwing(client);
  visitor = await Visitor.arrive(browser, portal.url);
  for (const [name, value] of client.cookies)
    await visitor.watched.context.addCookies([{ name, value, url: portal.url }]);
});

const file = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(tinyPdf({ text: name })),
});
const choose = (page: Page, field: string, ...names: string[]) =>
  page.locator(field).setInputFiles(names.map(file));
const row = (page: Page, name: string) => page.locator('.sp-file', { hasText: name });
const kept = (page: Page, name: string) => row(page, name).getByText(visitor.text('kit:file.stage.kept'));
const open = async (page: Page = visitor.page) => {
  await page.goto(handInHref(visitor.locale, id));
  await page.locator(TITLE).waitFor();
};
const submitButton = () => visitor.button('handIn:submit');
const state = (page: Page, name: 'waiting' | 'delivered' | 'failed') =>
  page.locator('.kern-badge', { hasText: visitor.text(`handIn:state.${name}`) });
/** Hand-ins that have reached the authority, with the names of their files. */
const atAuthority = async () =>
  (await client.call('getHandIn', { params: { id }, query: {} })).handIns
    .filter(({ deliveredAt }) => deliveredAt !== null)
    .map(({ documents }) => documents.flatMap(({ files }) => files));

describe('a person with an account', () => {
  it('comes from their area, stops in between, hands in, and has a receipt', async () => {
    const { page } = visitor;
    await page.goto(hrefOf.account('de'));
    await visitor.link('following:owed.online').first().click();
    await visitor.sees('handIn:title');
    await choose(page, TITLE, 'titel-vorn.pdf', 'titel-hinten.pdf');
    await kept(page, 'titel-vorn.pdf').waitFor();
    await kept(page, 'titel-hinten.pdf').waitFor();
    await page.getByText(visitor.text('handIn:notYet')).waitFor();
    await gallery.look(visitor, 'hand-in-files');
    await page.reload();
    await kept(page, 'titel-vorn.pdf').waitFor();
    await row(page, 'titel-hinten.pdf').getByRole('button').click();
    await row(page, 'titel-hinten.pdf').waitFor({ state: 'detached' });
    await choose(page, TITLE, 'titel-rückseite.pdf');
    await submitButton().click();
    await page.getByText(visitor.text('handIn:done.title')).waitFor();
    await state(page, 'delivered').waitFor({ timeout: 60_000 });
    expect(await atAuthority()).toEqual([['titel-vorn.pdf', 'titel-rückseite.pdf']]);
    await gallery.look(visitor, 'hand-in-delivered');
    const receipt = await page
      .getByRole('link', { name: visitor.text('handIn:receipt') })
      .getAttribute('href');
    const answer = await client.fetch(receipt!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await page.goto(hrefOf.account('de'));
    await page.getByText(visitor.text('following:owed.handedIn')).waitFor();
    const owed = (await client.call('listSent', { query: {} })).find((sent) => sent.id === id)!.owed!;
    expect(owed.documents.map(({ path }) => path)).toEqual(['housingProof', 'incomeProof']);
    await gallery.look(visitor, 'hand-in-area');
    visitor.watched.expectSilent([NO_DRAFT]);
    await visitor.leave();
  }, 600_000);

  it('is told where to choose, and asked before uploaded files are left behind', async () => {
    const { page } = visitor;
    await open();
    await submitButton().click();
    const summary = page.locator('.sp-error-summary');
    await summary.getByText(visitor.text('handIn:nothing')).waitFor();
    expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
    await gallery.look(visitor, 'hand-in-nothing');
    await choose(page, HOUSING, 'miete.pdf');
    await kept(page, 'miete.pdf').waitFor();
    await visitor.link('account:logins.back').click();
    await page.getByRole('dialog').getByText(visitor.text('handIn:leave.arrived')).waitFor();
    await gallery.lookOnce(visitor, 'hand-in-leaving');
    await visitor.button('handIn:leave.stay').click();
    await visitor.sees('handIn:title');
    await visitor.link('account:logins.back').click();
    await visitor.button('handIn:leave.ok').click();
    await visitor.sees('account:title');
    await open();
    await kept(page, 'miete.pdf').waitFor();
    await visitor.leave();
  }, 600_000);

  it('hands in with what is still on its way, and sends again what the network lost', async () => {
    const { page } = visitor;
    await open();
    const gate = await UploadGate.before(page);
    await choose(page, HOUSING, 'miete.pdf');
    await submitButton().click();
    await page.getByText(visitor.text('handIn:awaiting')).waitFor();
    await gate.letThrough();
    await gate.end('miete.pdf', 'connection lost');
    await page.locator('.sp-error-summary').getByText('miete.pdf').waitFor();
    expect(await atAuthority()).toEqual([]);
    await row(page, 'miete.pdf').getByRole('button').first().click();
    await gate.end('miete.pdf', 'arrives');
    await kept(page, 'miete.pdf').waitFor();
    await submitButton().click();
    await state(page, 'delivered').waitFor({ timeout: 60_000 });
    expect(await atAuthority()).toEqual([['miete.pdf']]);
    await visitor.leave();
  }, 600_000);

  it('hands in once from two tabs, and the second one sees it', async () => {
    const { page } = visitor;
    await open();
    await choose(page, HOUSING, 'miete.pdf');
    await kept(page, 'miete.pdf').waitFor();
    const other = await visitor.watched.context.newPage();
    await open(other);
    await kept(other, 'miete.pdf').waitFor();
    await submitButton().click();
    await state(page, 'delivered').waitFor({ timeout: 60_000 });
    await other.getByRole('button', { name: visitor.text('handIn:submit') }).click();
    await state(other, 'delivered').waitFor({ timeout: 60_000 });
    await row(other, 'miete.pdf').waitFor({ state: 'detached' });
    expect(await atAuthority()).toEqual([['miete.pdf']]);
    await other.close();
    await visitor.leave();
  }, 600_000);

  it('is told when the authority cannot be reached for good, and has it sent again', async () => {
    const { page } = visitor;
    const { destinationId } = offerOf('wohngeld').authority;
    await open();
    await choose(page, HOUSING, 'miete.pdf');
    await kept(page, 'miete.pdf').waitFor();
    await portal.delivery.setDestination(destinationId, 'inactive');
    await submitButton().click();
    await state(page, 'failed').waitFor({ timeout: 60_000 });
    await gallery.look(visitor, 'hand-in-failed');
    await portal.delivery.setDestination(destinationId, 'active');
    await page.getByRole('button', { name: visitor.text('handIn:repeat') }).click();
    await state(page, 'delivered').waitFor({ timeout: 60_000 });
    await eventually(atAuthority, [['miete.pdf']]);
    await visitor.leave();
  }, 600_000);
});

it('a person who is not logged in is asked to, and comes back to their documents', async () => {
  await visitor.watched.context.clearCookies();
  await visitor.page.goto(handInHref('de', id));
  await visitor.sees('handIn:title');
  expect(await visitor.page.locator(TITLE).count()).toBe(0);
  await visitor.page.getByText(visitor.text('account:signedOut.contents')).waitFor();
  await visitor.leave();
}, 600_000);
