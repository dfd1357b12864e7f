import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { complete, fillIn, type ServiceName } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { keepPicture } from './pictures.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';

/** One application in two tabs: one proceeds, and later actions of the other reopen, duplicate and hide nothing. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

type Scene = {
  /** The tab that stays behind. */
  visitor: Visitor;
  /** The tab that proceeds. */
  other: Visitor;
  client: PortalClient;
  id: string;
};

/** A tab at a step of the application. */
async function open({ page }: Visitor, id: string, step?: string): Promise<void> {
  await page.goto(hrefOf.process('de', id, step));
  await page.locator('h1').waitFor();
}

/** @param person null for a person without an account */
const tabs = (
  name: string,
  { service, person }: { service: ServiceName; person: LoginChoice | null },
  act: (scene: Scene) => Promise<void>,
) =>
  it(name, async () => {
    const client = portal.client();
    if (person === null) await client.call('openPseudo', { body: { locale: 'de' } });
    else await client.logIn(person);
    const { id } = await fillIn(client, service);
    const visitor = await Visitor.arrive(browser, portal.url);
    const { context } = visitor.watched;
    try {
      for (const [cookie, value] of client.cookies)
        await context.addCookies([{ name: cookie, value, url: portal.url }]);
      await act({ visitor, other: beside(visitor, await context.newPage()), client, id });
    } catch (error) {
      await keepPicture(visitor.page, `failed-two-tabs-${name.replace(/\W+/g, '-')}`);
      throw error;
    } finally {
      await visitor.leave();
    }
  }, 1_200_000);

/** Another tab of this person. */
const beside = (visitor: Visitor, page: Page): Visitor =>
  Object.create(visitor, { page: { value: page } }) as Visitor;

const stepOf = ({ page }: Visitor) => new URL(page.url()).searchParams.get('step');
const statusOf = ({ client, id }: Scene) => client.call('getProcess', { params: { id }, query: {} });

/** Continues through the completed form to the summary. */
async function goToSummary(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  while (stepOf(visitor) !== 'summary') {
    const before = stepOf(visitor);
    await page.locator('main form [type=submit]:enabled').click();
    await eventually(async () => stepOf(visitor) !== before, true);
  }
  await page.locator('#correctness').waitFor();
}

/** Another window edits: this one shows everything, and offers only to edit here. */
async function isReadOnly({ page }: Visitor): Promise<void> {
  await page.locator('.sp-editing').waitFor();
  const usable = page.locator('main fieldset').first().locator('input, select, textarea, button');
  await eventually(async () => (await usable.filter({ visible: true }).count()) > 0, true);
  expect(await usable.and(page.locator(':enabled')).count()).toBe(0);
}

/** Continues in this window, with the data stored by now. */
async function activate(visitor: Visitor): Promise<void> {
  await isReadOnly(visitor);
  await visitor.button('application:windows.activate').click();
  await visitor.page.locator('.sp-editing').waitFor({ state: 'detached' });
}

describe.concurrent('two tabs of one application', () => {
  tabs(
    'that was sent: the other one shows the result',
    { service: 'hundesteuer', person: null },
    async (scene) => {
      const { visitor, other, id } = scene;
      await open(visitor, id);
      await goToSummary(visitor);
      await open(other, id, 'summary');
      await activate(other);
      await other.confirm();
      await other.sees('result:heading');
      await isReadOnly(visitor);
      await visitor.page.goBack();
      await visitor.button('application:next').waitFor();
      await activate(visitor);
      await visitor.sees('result:heading');
      await eventually(async () => stepOf(visitor), 'result');
      await visitor.page.goBack();
      await eventually(async () => stepOf(visitor), 'result');
      await visitor.page.reload();
      await visitor.sees('result:heading');
      expect(await statusOf(scene)).toMatchObject({ status: 'SUBMITTED' });
    },
  );

  tabs(
    'that was sent: it cannot be confirmed once more',
    { service: 'hundesteuer', person: null },
    async (scene) => {
      const { visitor, other, id } = scene;
      await open(visitor, id, 'summary');
      await open(other, id, 'summary');
      await activate(other);
      await other.confirm();
      await other.sees('result:heading');
      const { messageId } = await statusOf(scene);
      await activate(visitor);
      await visitor.sees('result:heading');
      expect(await statusOf(scene)).toMatchObject({ status: 'SUBMITTED', messageId });
    },
  );

  tabs(
    'that was confirmed: what was typed before is in it, and nothing reopens it',
    { service: 'meldebescheinigung', person: 'petersen:Elster' },
    async (scene) => {
      const { visitor, other, client, id } = scene;
      const { page } = visitor;
      await open(visitor, id);
      const field = page.locator('main input[type=text]:visible').first();
      await field.waitFor();
      const typed = `${await field.inputValue()}x`;
      await field.fill(typed);
      await open(other, id, 'summary');
      await activate(other);
      await other.confirm();
      await other.decideConflict('keep');
      await other.sees('summary:notice.title');
      await isReadOnly(visitor);
      expect(await field.inputValue()).toBe(typed);
      const { data } = await client.openForm({ params: { id } });
      expect(JSON.stringify(data)).toContain(typed);
      await activate(visitor);
      await visitor.sees('summary:confirmed.heading');
      await page.getByText(typed).waitFor();
      expect(await statusOf(scene)).toMatchObject({ status: 'COMPLETED' });
      await visitor.button('summary:confirmed.next').click();
      await visitor.sees('summary:notice.title');
    },
  );

  tabs(
    'that was paid: nothing is paid twice',
    { service: 'fischereischein', person: null },
    async (scene) => {
      const { visitor, other, client, id } = scene;
      await complete(client, id);
      await open(visitor, id);
      await visitor.sees('payment:title');
      await open(other, id);
      await activate(other);
      const provider = await other.openProvider();
      await other.sees('payment:waiting.title');
      await chooseAtProvider(provider, 'card');
      await other.sees('result:heading');
      await activate(visitor);
      await visitor.sees('result:heading');
      await visitor.page.goBack();
      await visitor.page.goForward();
      await visitor.page.reload();
      await visitor.sees('result:heading');
      expect(await statusOf(scene)).toMatchObject({ status: 'SUBMITTED', facts: { refundDueCents: 0 } });
    },
  );

  tabs(
    'that was deleted: the other one says so and brings nothing back',
    { service: 'hundesteuer', person: 'yildiz:Benutzername' },
    async (scene) => {
      const { visitor, other, client, id } = scene;
      const { page } = visitor;
      await open(visitor, id);
      await page.locator('#field-givenName').waitFor();
      await other.page.goto(hrefOf.account('de'));
      await other.page.getByRole('button', { name: new RegExp(other.text('account:drafts.delete')) }).click();
      await other.page
        .getByRole('dialog')
        .getByRole('button', { name: other.text('account:delete.first.ok') })
        .click();
      await other.page.getByText(other.text('account:drafts.empty')).waitFor();
      await page.locator('#field-givenName').fill('Ada');
      await visitor.sees('application:failure.notFound.title');
      await page.reload();
      await visitor.sees('application:failure.notFound.title');
      await page.goBack();
      await page.goForward();
      await visitor.sees('application:failure.notFound.title');
      expect(await client.call('listDrafts', { query: {} })).toEqual([]);
    },
  );
});
