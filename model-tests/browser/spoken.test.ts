import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { KIEL } from '../http/applications.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { eventually } from './eventually.ts';
import { takenUp } from './public-visitor.ts';
import { offerScreenReader, read } from './screen-reader.ts';
import { leiKaIdOf } from './service-forms.ts';
import { Visitor } from './visitor.ts';

/**
 * Words of a screen reader on the way from the start page to the receipt of the dog tax. The transcripts in `spoken` are
 * to be read by a person whenever they change; `npx vitest run -u` writes them anew.
 */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal({ acceptAfterMs: 3_600_000 })]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

it.each(locales)('is the same as it was read (%s)', async (locale) => {
  const visitor = await Visitor.arrive(browser, portal.url, locale);
  const { page } = visitor;
  await offerScreenReader(page);
  const said: string[] = [];
  const listen = async (name: string, part?: string) => {
    said.push(`# ${name}`, ...(await read(page, part)), '');
  };

  await page.goto(locale === 'de' ? '/' : '/en');
  await takenUp(page);
  await listen('the start page');
  await page.goto(
    `${locale === 'de' ? '/leistung' : '/en/service'}/${leiKaIdOf('hundesteuer')}?area=${KIEL}`,
  );
  await takenUp(page);
  await visitor.button('service:print').waitFor();
  await listen('the service', 'main');
  await visitor.openStart('hundesteuer');
  await listen('the start of the application', 'main');
  await visitor.button('start:ways.anonymous.start').click();
  await visitor.seesForm();
  await listen('the first page, with the frame of an application');
  await visitor.next();
  await page.locator('.sp-error-summary').waitFor();
  await listen('the first page, continued without answers', 'main');
  await visitor.fillAll('hundesteuer', undefined, (title) => listen(title, 'main'));
  await listen('the summary', 'main');
  await visitor.confirm();
  await visitor.sees('result:heading');
  // What comes later than the page: the documents are ready, the confirmation is sent.
  const mail = page.getByText(visitor.text('result:facts.mails.sent', { to: 'lucja@example.org' }));
  const documents = page.getByText(visitor.text('following:course.documentsReady'));
  await eventually(async () => {
    await page.reload();
    await visitor.sees('result:heading');
    return [await mail.count(), await documents.count()];
  }, [1, 1]);
  await listen('the result', 'main');

  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot(`spoken/hundesteuer.${locale}.txt`);
  await visitor.leave();
});
