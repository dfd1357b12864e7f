import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LogoutFault } from '#stand-ins/identity/logout.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { tooWide } from './sideways.ts';
import { Visitor } from './visitor.ts';

/** Logouts from an account that offers single logout, and from one that does not. */
let browser: Browser;
let portal: Portal;

beforeAll(async () => {
  const between = async ({ identity }: Portal['partners']) => ({ NKB_SLO_URL: identity.logoutUrl });
  [browser, portal] = await Promise.all([openChromium(), startPortal({ between })]);
});
afterAll(async () => {
  await closeWindows();
  await portal?.close();
});

const PERSONS = { nkb: 'petersen:Elster', elster: 'foerdewind:lindemann', sk: 'carstens:low' } as const;
type Provider = keyof typeof PERSONS;

async function arrive(locale: Locale = 'de'): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, portal.url, locale);
  await visitor.page.goto(hrefOf.account(locale));
  return visitor;
}
const goToLogin = async (visitor: Visitor, provider: Provider) => {
  await visitor.chooseLogin(visitor.text(`common:provider.${provider}`));
  await visitor.page.waitForURL(/\/(?:login|interaction)\//);
};
async function logIn(visitor: Visitor, provider: Provider): Promise<void> {
  await goToLogin(visitor, provider);
  await visitor.page.locator(`button[name="choice"][value="${PERSONS[provider]}"]`).click();
  await visitor.page.waitForURL(({ hostname }) => hostname === 'localhost');
  await visitor.page.locator('.sp-header__account .sp-menu__name').waitFor();
  // What the page still asks for would be refused after a logout.
  await visitor.watched.quiet();
}
async function logOut(visitor: Visitor): Promise<void> {
  const bar = visitor.page.locator('.sp-header__account');
  await bar.locator('summary').click();
  await bar.getByRole('button', { name: visitor.text('common:account.logout') }).click();
}
/** True if the account lets the person of this browser in again without a password. */
async function accountKnows(visitor: Visitor, provider: Provider): Promise<boolean> {
  await goToLogin(visitor, provider);
  return (await visitor.page.locator('button[value="kept"]').count()) > 0;
}
const nobodyIsHere = async (page: Page) =>
  expect(
    await page.evaluate(
      async () => ((await (await fetch('/api/auth/user')).json()) as { user: unknown }).user,
    ),
  ).toBeNull();
const misbehave = (fault: LogoutFault) =>
  fetch(`${portal.partners.identity.origin}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'logout', fault }),
  });
const provider = (visitor: Visitor, id: Provider) => ({ provider: visitor.text(`common:provider.${id}`) });

it.each(['de', 'en'] as const)(
  'closes the citizens’ account, which asks again (%s)',
  async (locale) => {
    const visitor = await arrive(locale);
    await logIn(visitor, 'nkb');
    // Scripts must not see the data that a logout at the account needs.
    const user = await visitor.page.evaluate(async () => (await fetch('/api/auth/user')).text());
    expect(user).toContain('Jonas Petersen');
    expect(user).not.toMatch(/accountSession|nameId|sessionIndex|endsAt|idToken/i);
    const cookies = (await visitor.watched.context.cookies()).map(({ name }) => name);
    expect(cookies).toContain('identity-provider');
    await logOut(visitor);
    await visitor.sees('ending:account.title');
    await visitor.page
      .getByText(visitor.text('ending:account.confirmed', provider(visitor, 'nkb')))
      .waitFor();
    await visitor.watched.expectAccessible('logged out everywhere');
    await pictures(visitor, `logout-confirmed-${locale}`);
    await nobodyIsHere(visitor.page);
    expect(new URL(visitor.page.url()).searchParams.has('left')).toBe(false);
    await visitor.link('redirect:lost.login').click();
    await visitor.page.getByText(visitor.text('account:signedOut.contents')).waitFor();
    expect(await accountKnows(visitor, 'nkb')).toBe(false);
    visitor.watched.expectSilent();
    await visitor.leave();
  },
  600_000,
);

it('leads to the service account, which asks first, and believes neither answer', async () => {
  const visitor = await arrive();
  for (const [answer, isKnown] of [
    ['Nein, angemeldet bleiben', true],
    ['Ja, abmelden', false],
  ] as const) {
    await logIn(visitor, 'sk');
    await logOut(visitor);
    await visitor.page.waitForURL(/\/session\/end/);
    await visitor.page.getByRole('button', { name: answer }).click();
    await visitor.page
      .getByText(visitor.text('ending:account.unconfirmed', provider(visitor, 'sk')))
      .waitFor();
    await visitor.link('redirect:lost.login').click();
    await visitor.page.getByText(visitor.text('account:signedOut.contents')).waitFor();
    expect(await accountKnows(visitor, 'sk')).toBe(isKnown);
    await visitor.page.goto(hrefOf.account('de'));
  }
  await visitor.leave();
}, 600_000);

it.each(['de', 'en'] as const)(
  'says that the business account is still open, which it is (%s)',
  async (locale) => {
    const visitor = await arrive(locale);
    await logIn(visitor, 'elster');
    await logOut(visitor);
    const message = visitor.page.locator('.sp-account-left');
    await message.getByText(visitor.text('ending:account.open', provider(visitor, 'elster'))).waitFor();
    await visitor.watched.expectAccessible('the account is open');
    await pictures(visitor, `logout-open-${locale}`);
    await nobodyIsHere(visitor.page);
    expect(await accountKnows(visitor, 'elster')).toBe(true);
    await visitor.page.goto(hrefOf.account(locale));
    await logInAgain(visitor);
    await logOut(visitor);
    await message.getByRole('link').click();
    await visitor.page.locator('#log-out').click();
    await visitor.page.goto(hrefOf.account(locale));
    expect(await accountKnows(visitor, 'elster')).toBe(false);
    await visitor.leave();
  },
  600_000,
);

it('tells of the logout on a phone, not under the menu that it was chosen from', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await logIn(visitor, 'elster');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('summary:visible', { hasText: visitor.text('frame:menu') }).click();
  await page.locator('.sp-menu--account summary:visible').click();
  await page.locator('button:visible', { hasText: visitor.text('common:account.logout') }).click();
  // A trial click fails if another element covers the link.
  await page.locator('.sp-account-left').getByRole('link').click({ trial: true });
  await visitor.leave();
}, 600_000);

/** Saves pictures at all widths. */
async function pictures({ page }: Visitor, name: string): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await tooWide(page), `sideways scroll of ${name}`).toEqual([]);
    await picture(page, `${name}-${width}`);
  }
}

/** Logs in without a password: the account still knows the person. */
async function logInAgain(visitor: Visitor): Promise<void> {
  await goToLogin(visitor, 'elster');
  await visitor.page.locator('button[value="kept"]').click();
  await visitor.page.waitForURL(({ hostname }) => hostname === 'localhost');
  await visitor.page.locator('.sp-header__account .sp-menu__name').waitFor();
}

it.each<LogoutFault>(['unsigned', 'other-request', 'partial', 'error'])(
  'tells of a confirmation that is %s as of none; here the person is logged out',
  async (fault) => {
    const visitor = await arrive();
    await logIn(visitor, 'nkb');
    await misbehave(fault);
    await logOut(visitor);
    await visitor.page
      .getByText(visitor.text('ending:account.unconfirmed', provider(visitor, 'nkb')))
      .waitFor();
    await visitor.page
      .getByRole('link', { name: visitor.text('ending:account.link', provider(visitor, 'nkb')) })
      .waitFor();
    if (fault === 'partial') await pictures(visitor, 'logout-unconfirmed-de');
    await nobodyIsHere(visitor.page);
    await visitor.leave();
  },
  600_000,
);

it('tells whoever comes back from an account that leads nowhere that it may be open', async () => {
  const visitor = await arrive();
  await logIn(visitor, 'nkb');
  await misbehave('silent');
  await logOut(visitor);
  await visitor.page.getByText('führt nirgendwohin').waitFor();
  await visitor.page.goto('/');
  await visitor.page
    .locator('.sp-account-left')
    .getByText(visitor.text('ending:account.unconfirmed', provider(visitor, 'nkb')))
    .waitFor();
  await nobodyIsHere(visitor.page);
  await visitor.leave();
}, 600_000);

it('believes no address that says so in a window that has not left', async () => {
  const visitor = await arrive();
  await logIn(visitor, 'nkb');
  await visitor.page.goto('/redirect?lang=de&left=confirmed');
  await visitor.sees('redirect:close.title');
  expect(await visitor.page.getByText(visitor.text('ending:account.title')).count()).toBe(0);
  await visitor.leave();
}, 600_000);

it('follows a logout at the account, in windows that are open', async () => {
  const visitor = await arrive();
  await logIn(visitor, 'nkb');
  const other = await visitor.watched.context.newPage();
  await other.goto(portal.partners.identity.accountUrl);
  await other.locator('#log-out').click();
  await other.getByText('Auch beim Portal sind Sie abgemeldet.').waitFor();
  await nobodyIsHere(visitor.page);
  await visitor.page.reload();
  await visitor.page.getByText(visitor.text('account:signedOut.contents')).waitFor();
  expect(await visitor.page.locator('.sp-session-end').count()).toBe(0);
  await visitor.leave();
}, 600_000);

it('deletes what the browser has kept of the portal’s pages, but neither place nor language', async () => {
  const visitor = await arrive('en');
  await logIn(visitor, 'elster');
  await visitor.page.evaluate(() => localStorage.setItem('kept', 'yes'));
  const answer = visitor.page.waitForResponse((it) => it.url().includes('/api/auth/logout'));
  await logOut(visitor);
  const headers = await (await answer).allHeaders();
  expect([headers['clear-site-data'], headers['cache-control']]).toEqual(['"cache"', 'no-store']);
  await visitor.page.locator('.sp-account-left').waitFor();
  expect(await visitor.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
  await visitor.leave();
}, 600_000);
