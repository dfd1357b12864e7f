import type { Browser, Dialog } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { makeProbeContent, offerOfProbe } from '../http/probe-content.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { UploadGate } from './upload-gate.ts';
import { pagesWithFiles, pdf } from './upload-walker.ts';
import { Visitor } from './visitor.ts';

let stage: { browser: Browser; portal: Portal };
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  content = await makeProbeContent({}, () => ({}), pagesWithFiles);
  const [browser, portal] = await Promise.all([
    openChromium(),
    startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } }),
  ]);
  stage = { browser, portal };
});
afterAll(async () => {
  await closeWindows();
  await stage?.portal.close();
  await content?.remove();
});

const step = (visitor: Visitor, number: number) =>
  visitor.page
    .locator('h1', { hasText: visitor.text('application:form.step', { step: number, total: 4 }) })
    .waitFor();

/** A person on the page with the file field. */
async function onPageWithFiles(
  person: LoginChoice | null = null,
): Promise<{ visitor: Visitor; gate: UploadGate }> {
  const visitor = await Visitor.arrive(stage.browser, stage.portal.url);
  const { area } = offerOfProbe({ mode: 'none', noticeAllowed: false });
  await visitor.page.goto(`/formular?leiKaId=99000000000000&area=${area}`);
  if (person === null) await visitor.button('start:ways.anonymous.start').click();
  else {
    await visitor.button('start:ways.account.login').click();
    await visitor.chooseAtAccount(person);
  }
  await visitor.page.locator('#field-amount').fill('0');
  await visitor.next();
  await step(visitor, 2);
  return { visitor, gate: await UploadGate.before(visitor.page) };
}

const row = ({ page }: Visitor, name: string) => page.locator('.sp-file', { hasText: name });
const choose = ({ page }: Visitor, name: string) => page.locator('#field-proof').setInputFiles(pdf(name));

it('next waits for a file under way, and goes on by itself', async () => {
  const { visitor, gate } = await onPageWithFiles();
  await choose(visitor, 'slow.pdf');
  await visitor.next();
  await visitor.page.getByText(visitor.text('application:form.awaited', { count: 1 })).waitFor();
  await gate.letThrough();
  await row(visitor, 'slow.pdf').getByText(visitor.text('kit:file.stage.checking')).waitFor();
  await gate.end('slow.pdf', 'arrives');
  await step(visitor, 3);
  await visitor.next();
  await visitor.page.getByText('slow.pdf').waitFor();
  await visitor.leave();
});

it('a file that did not arrive keeps the person from the summary, from whatever page', async () => {
  const { visitor, gate } = await onPageWithFiles();
  const { page } = visitor;
  await gate.letThrough();
  await choose(visitor, 'lost.pdf');
  const summary = page.locator('.sp-error-summary');
  await page.locator('summary', { hasText: visitor.text('application:form.overview') }).click();
  await visitor.button('application:back').click();
  await step(visitor, 1);
  await visitor.next();
  await step(visitor, 2);
  await gate.end('lost.pdf', 'connection lost');
  await visitor.next();
  await summary.getByText('lost.pdf').waitFor();
  await step(visitor, 2);
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await visitor.read('en');
  await summary.getByText(visitor.text('form:file.problem.network')).waitFor();
  await row(visitor, 'lost.pdf').getByRole('button').first().click();
  await gate.end('lost.pdf', 'arrives');
  await row(visitor, 'lost.pdf').getByText(visitor.text('kit:file.stage.kept')).waitFor();
  await visitor.next();
  await step(visitor, 3);
  await visitor.next();
  await page.getByText('lost.pdf').waitFor();
  await visitor.leave();
});

/** Tries to reload the page; returns the browser's question. A refused load never completes. */
async function reloading({ page }: Visitor): Promise<Dialog> {
  const asked = page.waitForEvent('dialog');
  void page.evaluate(() => setTimeout(() => location.reload(), 0));
  return asked;
}

it('a reload and the way out ask before a file under way is lost, and nothing is said of it afterwards', async () => {
  const { visitor, gate } = await onPageWithFiles('petersen:Elster');
  const { page } = visitor;
  await choose(visitor, 'slow.pdf');
  await page.getByText(visitor.text('frame:save.uploading')).first().waitFor();
  const refused = await reloading(visitor);
  expect(refused.type()).toBe('beforeunload');
  await refused.dismiss();
  await row(visitor, 'slow.pdf').waitFor();
  await visitor.link('application:leave.link').click();
  await page.getByRole('dialog').getByText(visitor.text('application:leave.files.text')).waitFor();
  await visitor.button('application:leave.stay').click();
  await row(visitor, 'slow.pdf').waitFor();
  await (await reloading(visitor)).accept();
  await row(visitor, 'slow.pdf').waitFor({ state: 'detached' });
  await page.locator('#field-proof').waitFor();
  expect(await page.locator('.sp-file').count()).toBe(0);
  expect(await page.getByText(visitor.text('frame:save.uploading')).count()).toBe(0);
  await gate.letThrough();
  await choose(visitor, 'quick.pdf');
  await gate.end('quick.pdf', 'arrives');
  await row(visitor, 'quick.pdf').getByText(visitor.text('kit:file.stage.kept')).waitFor();
  await visitor.next();
  await step(visitor, 3);
  await visitor.next();
  await page.getByText('quick.pdf').waitFor();
  expect(await page.getByText('slow.pdf').count()).toBe(0);
  await visitor.link('application:leave.link').click();
  await visitor.sees('account:title');
  await visitor.leave();
});

it('says so when the application is gone that files were on their way to', async () => {
  const { visitor } = await onPageWithFiles('thomsen:Elster');
  const { page } = visitor;
  await choose(visitor, 'one.pdf');
  await choose(visitor, 'two.pdf');
  const id = new URL(page.url()).searchParams.get('id')!;
  await (await visitor.otherWindow(stage.portal)).call('deleteDraft', { query: { id } });
  await visitor.button('application:back').click();
  await visitor.sees('application:failure.notFound.title');
  await page.getByText(visitor.text('application:form.filesLost', { count: 2 })).waitFor();
  await visitor.leave();
});

it('asks in its own words and at once where a newer build wants the next page loaded', async () => {
  const { visitor, gate } = await onPageWithFiles('lindemann:eID');
  const { page } = visitor;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer' } }));
  await page.reload();
  await page.getByText(visitor.text('common:newVersion')).waitFor();
  // A reload asks as long as the page that was just opened is not saved.
  asked.length = 0;
  await choose(visitor, 'slow.pdf');
  await row(visitor, 'slow.pdf').waitFor();
  const question = page.getByRole('dialog').getByText(visitor.text('application:leave.files.text'));
  const english = page.locator('a[hreflang="en"]:visible').first();
  for (const link of [visitor.link('application:leave.link'), english]) {
    await link.click();
    await question.waitFor();
    await visitor.button('application:leave.stay').click();
    await row(visitor, 'slow.pdf').waitFor();
  }
  await gate.letThrough();
  await gate.end('slow.pdf', 'arrives');
  await row(visitor, 'slow.pdf').getByText(visitor.text('kit:file.stage.kept')).waitFor();
  const loaded = page.waitForEvent('load');
  await visitor.read('en');
  await loaded;
  await step(visitor, 2);
  await row(visitor, 'slow.pdf').getByText(visitor.text('kit:file.stage.kept')).waitFor();
  await visitor.link('application:leave.link').click();
  await visitor.sees('account:title');
  expect(asked, 'the browser has nothing to ask').toEqual([]);
  await visitor.leave();
});
