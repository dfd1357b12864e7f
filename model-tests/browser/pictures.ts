import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';

const folder = path.resolve(import.meta.dirname, '../report/screens');

/** Saves a picture of the whole page in `model-tests/report/screens`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Saves a picture on request (`PICTURES=1`): it takes as long as all other work on a screen. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await keepPicture(page, name);
}
