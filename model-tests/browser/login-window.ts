import type { Page } from 'playwright';
import type { LoginProviderId } from '#domain/login.ts';
import common from '#locales/de/common.json' with { type: 'json' };
import de from '#locales/de/redirect.json' with { type: 'json' };

/**
 * Leads a window to a login by its address, like a person's bookmark: the page asks first.
 * @param more further parameters of the address
 */
export async function leadToLogin(window: Page, more = '', provider: LoginProviderId = 'nkb'): Promise<void> {
  await window.goto(`/redirect?lang=de&provider=${provider}${more}`);
  const button = de.login.ask.confirm.replace('{{provider}}', common.provider[provider]);
  await window.getByRole('button', { name: button, exact: true }).click();
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
