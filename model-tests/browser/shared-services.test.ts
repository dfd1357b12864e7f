import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { KIEL, offerOf } from '../http/applications.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { Visitor } from './visitor.ts';

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([openChromium(), startPortal()]);
}, 1_200_000);
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

it.each(locales)(
  'somebody comes from another portal, applies, and goes back with the result (%s)',
  async (locale) => {
    const { neighbour } = portal.partners;
    const sender = neighbour.entry.name[locale];
    const { leiKaId } = offerOf('hundesteuer');
    const { address, reference } = await neighbour.send({
      service: { leiKaId, regionalKey: KIEL },
      kind: 'data',
      locale,
    });
    const visitor = await Visitor.arrive(browser, portal.url, locale);
    await visitor.page.goto(address!);
    await visitor.page
      .getByRole('main')
      .getByText(visitor.text('application:origin.from', { portal: sender }))
      .waitFor();
    await visitor.page.getByText(visitor.text('start:handed.fits.title')).waitFor();
    await visitor.watched.expectAccessible('the start of an application from elsewhere');
    await visitor.page.reload();
    await visitor.button('start:ways.anonymous.start').click();
    await visitor.seesForm();
    const name = visitor.page.getByLabel(locale === 'de' ? 'Familienname' : 'Family name', { exact: false });
    expect(await name.first().inputValue()).toBe('Petersen-Wölk');
    await visitor.fillAll('hundesteuer');
    await visitor.confirm();
    await visitor.sees('result:heading');
    await visitor.page
      .locator('main')
      .getByRole('link', { name: visitor.text('application:origin.back', { portal: sender }) })
      .click();
    // Nothing of the result was taken along yet.
    await visitor.button('application:leave.sent.ok').click();
    await visitor.page.waitForURL((url) => url.href.startsWith(`${neighbour.origin}/rueckkehr`));
    await visitor.page.locator('#result', { hasText: 'SUBMITTED' }).waitFor();
    await visitor.page.locator('#told', { hasText: 'SUBMITTED' }).waitFor();
    expect(await neighbour.ask(reference)).toMatchObject({ status: 'SUBMITTED' });
    visitor.watched.expectSilent();
    await visitor.leave();
  },
);

it('somebody with an account is handed over, comes back, and finds the application in the personal area', async () => {
  const { neighbour } = portal.partners;
  const receiver = neighbour.entry.name.de;
  const visitor = await Visitor.arrive(browser, portal.url);
  // The address of a start leads to the page that asks first.
  await visitor.page.goto(`/formular?leiKaId=99012001001000&area=${KIEL}`);
  await visitor.sees('handover:departure.heading', { portal: receiver });
  await visitor.watched.expectAccessible('leaving for another portal');
  await visitor.page.getByText(visitor.text('handover:departure.logIn')).click();
  await visitor.page
    .getByRole('button', { name: visitor.text('handover:departure.logInAt'), exact: true })
    .click();
  await visitor.chooseAtAccount('lindemann:eID');
  await visitor.sees('handover:departure.heading', { portal: receiver });
  const consent = visitor.page.getByLabel(visitor.text('handover:departure.person'));
  expect(await consent.isChecked()).toBe(false);
  await consent.check();
  await visitor.button('handover:departure.go').click();
  await visitor.page.waitForURL((url) => url.href.startsWith(neighbour.origin));
  expect(await visitor.page.locator('input[name=name]').inputValue()).toBe('Petra Lindemann');
  await visitor.page.getByRole('button', { name: 'Absenden' }).click();
  await visitor.sees('handover:told.heading', { portal: receiver });
  await visitor.page.getByText(visitor.text('handover:told.submitted')).waitFor();
  await visitor.watched.expectAccessible('back from another portal');
  const { ticketNumber } = neighbour.received().at(-1)!;
  await visitor.link('handover:told.area').click();
  await visitor.page.getByRole('heading', { name: visitor.text('handover:list.title') }).waitFor();
  await visitor.page.getByText(ticketNumber!).waitFor();
  await visitor.watched.expectAccessible('the personal area with an application in another portal');
  visitor.watched.expectSilent();
  await visitor.leave();
});
