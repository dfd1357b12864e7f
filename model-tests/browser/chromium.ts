import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

/** The first draws no window at all, which makes the tests a fifth faster. */
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser must not contact hosts by itself. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page lives long enough for its code to be worth optimising: a tenth of the pages' processor time.
  '--js-flags=--no-opt --no-maglev',
];

/** `VISIBLE=1`: in a window, and slowly enough to follow. */
export const launchChromium = (): Promise<Browser> =>
  process.env.VISIBLE
    ? chromium.launch({
        executablePath: findWindowed() ?? provideChromium(),
        args: flags,
        headless: false,
        slowMo: SLOWLY_MS,
      })
    : chromium.launch({ executablePath: provideChromium(), args: flags });

/** Launches a browser that keeps pages for "back", as those of people do and Playwright's do not. The caller closes it. */
export const launchKeepingChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findWindowed() ?? provideChromium(),
    args: flags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

const SLOWLY_MS = 250;

let opened: Promise<Browser> | undefined;

/** The browser of all tests of a process: a start takes as long as several pages. It ends with the process. */
export const openChromium = (): Promise<Browser> => {
  opened ??= launchChromium();
  return opened;
};

/** Closes the windows that the tests of a file have left open, so that the next file has the browser to itself. */
export async function closeWindows(): Promise<void> {
  const browser = await opened;
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

const findWindowed = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...known].find(
    (path) => path !== '' && !path.includes('headless') && existsSync(path),
  );

/** The reason why a browser cannot be watched here; null if it can. */
export function whyNotVisible(): string | null {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (!DISPLAY && !WAYLAND_DISPLAY) {
    return 'a visible browser needs a display: set DISPLAY, or run it on a desktop';
  }
  if (findWindowed()) return null;
  return 'a visible browser needs a whole Chromium, not only its headless shell: install it, or set CHROMIUM_PATH';
}

/**
 * The Chromium executable: CHROMIUM_PATH, an installed one, or on Debian as root the distribution's package, which is
 * installed on the first run.
 * @throws Error that explains how to provide one
 */
export const provideChromium = (): string => findChromium() ?? installChromium();

const findChromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...known].find((path) => path !== '' && existsSync(path));

function installChromium(): string {
  const isDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (isDebian) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env: environment, stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], {
      env: environment,
      stdio: 'ignore',
    });
  }
  const found = findChromium();
  if (!found) throw new Error('Chromium is needed: install it, or set CHROMIUM_PATH to its program');
  return found;
}
