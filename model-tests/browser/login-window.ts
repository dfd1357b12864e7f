import type { BrowserContext, Page } from 'playwright';
import type { LoginProviderId } from '#domain/login.ts';
import common from '#locales/de/common.json' with { type: 'json' };
import de from '#locales/de/redirect.json' with { type: 'json' };
import type { LoginChoice } from '#stand-ins/identity/visit.ts';

/**
 * Leads a window to a login by its address, like a person's bookmark: the page asks first.
 * @param more further parameters of the address
 */
export async function leadToLogin(window: Page, more = '', provider: LoginProviderId = 'nkb'): Promise<void> {
  await window.goto(`/redirect?lang=de&provider=${provider}${more}`);
  const button = de.login.ask.confirm.replace('{{provider}}', common.provider[provider]);
  await window.getByRole('button', { name: button, exact: true }).click();
}

/**
 * Logs a person in, in another window of the browser, which closes. By then the other windows know of the login.
 * @param more further parameters of the login's address
 */
export async function logInBeside(context: BrowserContext, person: LoginChoice, more = ''): Promise<void> {
  const window = await context.newPage();
  await leadToLogin(window, more);
  await window.waitForURL(/\/login\//);
  await window.locator(`button[name="choice"][value="${person}"]`).click();
  await window.waitForURL(/done=login/);
  await window.locator('main button').first().waitFor();
  await window.close();
}

/** A page of another origin, with a link that the person clicks. */
export async function followLinkElsewhere(page: Page, address: string): Promise<void> {
  const elsewhere = 'http://elsewhere.example/';
  await page
    .context()
    .route(elsewhere, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${address}">Look at this</a>` }),
    );
  await page.goto(elsewhere);
  await page.getByRole('link').click();
}
