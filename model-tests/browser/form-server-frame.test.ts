import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, createAsker, newPair, PDF } from '#stand-ins/forms/fixture.ts';
import { type FormsStandIn, startFormsStandIn } from '#stand-ins/forms/server.ts';
import { closeWindows, openChromium } from './chromium.ts';

/** The page of the form server in a frame of another origin, which records all messages. */
type Heard = { origin: string; isFrame: boolean; data: Record<string, unknown> & { type: string } };

const portalKey = newPair();
let browser: Browser;
let stateDir: string;
let standIn: FormsStandIn;
let site: Server;
let portal: string;
let page: Page;
/** Seconds by which the clocks are ahead. */
let ahead: number;
const { answer, open, state } = createAsker(() => standIn, portalKey.privateKey, now);

const SITE = `<!doctype html><html lang="de"><title>Portal</title><body style="margin:0"><button>Portal</button>
<script>window.heard = []; addEventListener('message', ({ origin, source, data }) =>
  window.heard.push({ origin, isFrame: source === document.querySelector('iframe')?.contentWindow, data }));</script></body></html>`;

beforeAll(async () => {
  browser = await openChromium();
  site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(SITE));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  portal = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(async () => {
  await closeWindows();
  site.close();
});

beforeEach(async () => {
  stateDir = await mkdtemp(path.join(tmpdir(), 'forms-'));
  ahead = 0;
  page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  await page.goto(portal);
});

afterEach(async () => {
  await page.close();
  await standIn.close();
  await rm(stateDir, { recursive: true });
});

function now(): number {
  return Date.now() + ahead * 1000;
}

/** Lets time pass at the form server and in the frame. */
async function pass(seconds: number): Promise<void> {
  ahead += seconds;
  await page.clock.fastForward(seconds * 1000);
}

async function start(): Promise<void> {
  const clientKey = portalKey.publicPem;
  standIn = await startFormsStandIn({
    port: 0,
    stateDir,
    clientId: CLIENT_ID,
    clientKey,
    now: () => new Date(now()),
  });
}

const show = (token: string, width = 360) =>
  page.evaluate(
    ([src, pixels]) => {
      document.querySelector('iframe')?.remove();
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin');
      frame.style.width = `${pixels}px`;
      frame.title = 'Formular';
      frame.src = src;
      document.body.append(frame);
    },
    [`${standIn.origin}/frame#${token}`, width] as const,
  );
const heard = () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
const types = async () => (await heard()).map(({ data }) => data.type);
const last = async (type: string) => (await heard()).findLast(({ data }) => data.type === type)?.data;
const hears = (type: string, more: object = {}) =>
  expect.poll(() => last(type)).toMatchObject({ v: 1, type, ...more });
const say = (message: object, to = standIn.origin) =>
  page.evaluate(
    ([data, origin]) => document.querySelector('iframe')?.contentWindow?.postMessage(data, origin),
    [{ v: 1, ...message }, to] as const,
  );
const form = (): FrameLocator => page.frameLocator('iframe');
const focused = () =>
  page
    .evaluate(() => document.activeElement?.tagName)
    .then((outer) => (outer === 'IFRAME' ? form().locator(':focus').getAttribute('id') : outer));

/** Starts the form server with some faults, opens a form and shows it. */
async function begin(
  change: Record<string, unknown> = {},
  faults: Parameters<FormsStandIn['control']>[0][] = [],
) {
  await start();
  for (const fault of faults) standIn.control(fault);
  const opened = await open({ portal, ...change });
  await show(opened.token);
  return opened;
}

async function enterPerson(): Promise<void> {
  await form().getByLabel('Vorname').fill('Jürgen');
  await form().getByLabel('Nachname').fill('Förster');
  await form().getByLabel('Geburtsdatum').fill('24.12.1985');
  await form().getByLabel('Geburtsort').fill('Plön');
}

const COMPLETE = {
  givenName: 'Jürgen',
  familyName: 'Förster',
  birthdate: '1985-12-24',
  placeOfBirth: 'Plön',
  streetAddress: 'Am Wald 1',
  postalCode: '24306',
  locality: 'Plön',
  email: 'foerster@example.org',
  licence: 'day',
  issue: 'first',
  validFrom: '2090-04-01',
  examinationDate: '2010-06-15',
  examinationAuthority: 'Kreis Plön',
  examinationNumber: '7',
  hasWeapons: false,
  insurer: 'Nord',
  policyNumber: '9',
  insuredUntil: '2091-03-31',
  convicted: false,
  refused: false,
};
const FILES = [
  {
    id: '1b2fd5a9-7a3c-4a54-9d3e-0a8a1a7a3f10',
    path: 'certificate',
    label: { de: 'Prüfungszeugnis', en: 'Examination certificate' },
    name: 'zeugnis.pdf',
    size: PDF.length,
    type: 'application/pdf',
    sha256: '0'.repeat(64),
  },
];

describe('the frame of the form server', () => {
  it('says that it is ready, how high it is, and which page it shows', async () => {
    const { caseId } = await begin();
    await hears('lip:ready', { caseId, page: 'person', title: 'Angaben zur Person' });
    await expect.poll(async () => Number((await last('lip:height'))?.height)).toBeGreaterThan(400);
    expect((await heard()).every(({ origin, isFrame }) => origin === standIn.origin && isFrame)).toBe(true);
    expect(page.frames()[1]?.url()).toBe(`${standIn.origin}/frame`);
    await say({ type: 'lip:hello' });
    await expect.poll(async () => (await types()).filter((type) => type === 'lip:ready').length).toBe(2);
  });

  it('is shown by no page but those of the portal', async () => {
    await begin({ portal: 'http://127.0.0.1:9' });
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error');
    expect(await heard()).toEqual([]);
  });

  it('hears nobody but the portal', async () => {
    await begin();
    await hears('lip:ready');
    await page
      .frames()[1]
      ?.evaluate(() => window.postMessage({ v: 1, type: 'lip:page', page: 'contact' }, '*'));
    await say({ v: 2, type: 'lip:page', page: 'contact' });
    await page.evaluate(async () => {
      const sibling = document.createElement('iframe');
      sibling.src = '/';
      document.body.append(sibling);
      await new Promise((resolve) => sibling.addEventListener('load', resolve));
      const script = sibling.contentDocument?.createElement('script') as HTMLScriptElement;
      script.textContent = "parent.frames[0].postMessage({ v: 1, type: 'lip:page', page: 'contact' }, '*')";
      sibling.contentDocument?.body.append(script);
    });
    await say({ type: 'lip:page', page: 'licence' });
    await hears('lip:page', { page: 'licence' });
    expect((await types()).filter((type) => type === 'lip:page')).toHaveLength(1);
  });

  it('stores what is entered after a pause, without waiting for a button', async () => {
    const opened = await begin();
    await form().getByLabel('Vorname').fill('Jürgen');
    await hears('lip:progress', { revision: 1, page: 'person' });
    await hears('lip:dirty', { dirty: false });
    expect((await types()).indexOf('lip:dirty')).toBeLessThan((await types()).indexOf('lip:progress'));
    expect((await state(opened)).data).toEqual({ givenName: 'Jürgen' });
  });

  it('stores at once when the portal asks for it, and says so also when there is nothing', async () => {
    const opened = await begin();
    await hears('lip:ready');
    await say({ type: 'lip:save' });
    await hears('lip:progress', { revision: 0 });
    await form().getByLabel('Vorname').fill('Jürgen');
    await say({ type: 'lip:save' });
    await hears('lip:progress', { revision: 1 });
    expect((await state(opened)).data).toEqual({ givenName: 'Jürgen' });
  });

  it('takes entries along into the other language, also those that are not stored yet', async () => {
    await begin();
    await form().getByLabel('Vorname').fill('Jürgen');
    await say({ type: 'lip:language', locale: 'en' });
    await form().getByRole('heading', { name: 'About you' }).waitFor();
    expect(await form().getByLabel('Given name').inputValue()).toBe('Jürgen');
    expect(await form().locator('html').getAttribute('lang')).toBe('en');
    await say({ type: 'lip:hello' });
    await hears('lip:ready', { title: 'About you' });
  });

  it('keeps what is entered while an answer is on its way', async () => {
    await begin();
    await hears('lip:ready');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/frame/step', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/frame/step');
    await say({ type: 'lip:language', locale: 'en' });
    await asked;
    await form().getByLabel('Vorname').fill('Jürgen');
    letGo();
    await form().getByRole('heading', { name: 'About you' }).waitFor();
    expect(await form().getByLabel('Given name').inputValue()).toBe('Jürgen');
  });

  it('asks further where the answer is yes, and adds one row at a time', async () => {
    await begin({ page: 'grounds' });
    const card = form().getByLabel('Nummer der Waffenbesitzkarte');
    expect(await card.isVisible()).toBe(false);
    await form().getByLabel('Ja', { exact: true }).check();
    expect(await card.isVisible()).toBe(true);
    await form().getByLabel('Nein', { exact: true }).check();
    expect(await card.isVisible()).toBe(false);
    await form().getByRole('button', { name: 'Revier hinzufügen' }).dblclick();
    await form().getByRole('heading', { name: 'Revier 1' }).waitFor();
    await say({ type: 'lip:save' });
    await hears('lip:progress');
    expect(await form().getByRole('heading', { name: 'Revier 2' }).count()).toBe(0);
  });

  it('goes on by the keyboard alone; the focus goes to what has changed, and never out of the portal', async () => {
    await begin();
    await hears('lip:ready');
    expect(await focused()).toBe('BODY');
    await form().getByLabel('Vorname').focus();
    await page.keyboard.press('Enter');
    await form().locator('#faults').waitFor();
    await expect.poll(focused).toBe('faults');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('q-givenName');
    await enterPerson();
    await page.keyboard.press('Enter');
    await hears('lip:page', { page: 'contact', title: 'Anschrift und Kontakt' });
    await expect.poll(focused).toBe('title');
    await page.getByRole('button', { name: 'Portal' }).focus();
    await say({ type: 'lip:page', page: 'person' });
    await hears('lip:page', { page: 'person' });
    expect(await focused()).toBe('BUTTON');
    expect(await page.evaluate(() => history.length)).toBe(2);
  });

  it('leads back to the portal from its first page', async () => {
    await begin();
    await form().getByRole('button', { name: 'Zurück' }).click();
    await hears('lip:cancel');
  });

  it('goes straight to the end after one change, when nothing else is missing', async () => {
    const opened = await begin({ data: COMPLETE, files: FILES, page: 'contact' });
    await form().getByLabel('Ort', { exact: true }).fill('Eutin');
    await form().getByRole('button', { name: 'Fertig: zur Zusammenfassung' }).click();
    await hears('lip:complete');
    const done = await state(opened);
    expect(done).toMatchObject({ complete: true, data: { locality: 'Eutin' } });
    expect((await last('lip:complete'))?.revision).toBe(done.revision);
  });

  it('takes a file, and says what is wrong with another', async () => {
    const opened = await begin({ page: 'examination' });
    const field = form().getByLabel('Datei auswählen');
    await field.setInputFiles({ name: 'leer.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
    await form().getByText('Diese Datei kann nicht gelesen werden').waitFor();
    await field.setInputFiles({ name: 'text.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await form().getByText('Diese Datei kann nicht gelesen werden').waitFor();
    await field.setInputFiles({ name: 'gross.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(7e6) });
    await form().getByText('Diese Datei ist zu groß').waitFor();
    await field.setInputFiles({ name: 'zeugnis.pdf', mimeType: 'application/pdf', buffer: PDF });
    await form().getByText('Die Datei ist hochgeladen.').waitFor();
    await hears('lip:progress', { revision: 1 });
    await hears('lip:dirty', { dirty: false });
    expect((await state(opened)).files).toMatchObject([{ name: 'zeugnis.pdf' }]);
    await form().getByRole('button', { name: 'Entfernen zeugnis.pdf' }).click();
    await form().getByText('Die Datei ist entfernt.').waitFor();
    expect((await state(opened)).files).toEqual([]);
  });

  it('keeps entries that cannot be stored, and stores them as soon as it can', async () => {
    const opened = await begin();
    await hears('lip:ready');
    standIn.control({ kind: 'cannotSave', requests: 1 });
    await form().getByLabel('Vorname').fill('Jürgen');
    await say({ type: 'lip:save' });
    await form().getByText('noch nicht gespeichert').waitFor();
    expect((await last('lip:dirty'))?.dirty).toBe(true);
    await hears('lip:progress', { revision: 1 });
    await hears('lip:dirty', { dirty: false });
    expect((await state(opened)).data).toEqual({ givenName: 'Jürgen' });
    expect(await form().getByText('noch nicht gespeichert').count()).toBe(0);
    const progress = (await heard()).filter(({ data }) => data.type === 'lip:progress');
    expect(progress.map(({ data }) => data.revision)).toEqual([1]);
  });

  it('is usable from 320 px, each target 44 px high', async () => {
    await start();
    for (const formPage of ['person', 'contact', 'licence', 'examination', 'grounds', 'reliability']) {
      const { token } = await open({ portal, page: formPage, data: { grounds: [{}] } });
      await show(token, 320);
      await form().locator('h1').waitFor();
      const measured = await form()
        .locator('body')
        .evaluate((body) => ({
          beside: document.documentElement.scrollWidth - innerWidth,
          low: [
            ...body.querySelectorAll<HTMLElement>('button, .button, .option, .question > input, textarea'),
          ]
            .filter((element) => element.offsetParent && element.offsetHeight < 44)
            .map(({ outerHTML }) => outerHTML),
        }));
      expect(measured, formPage).toEqual({ beside: 0, low: [] });
    }
  });
});

describe('its session', () => {
  it('is lost for a token that was used, and it says whose frame that is', async () => {
    const { token, caseId } = await begin();
    await hears('lip:ready');
    await show(token);
    await hears('lip:session', { state: 'lost', caseId });
    await form().getByRole('heading', { name: 'Dieses Formular ist nicht mehr geöffnet' }).waitFor();
    await form().getByText('This form is no longer open').waitFor();
  });

  it('is lost for an unknown token, of no case', async () => {
    await start();
    await open({ portal });
    await show('unknown');
    await hears('lip:session', { state: 'lost', caseId: null });
  });

  it('is lost when it has ended meanwhile', async () => {
    const { processId } = await begin();
    await hears('lip:ready');
    standIn.control({ kind: 'lostSession', processId });
    await form().getByLabel('Vorname').fill('J');
    await hears('lip:session', { state: 'lost' });
    await form().getByText('Was gespeichert wurde, ist nicht verloren.').waitFor();
    await say({ type: 'lip:hello' });
    await expect.poll(async () => (await types()).filter((type) => type === 'lip:session').length).toBe(2);
    expect((await types()).filter((type) => type === 'lip:ready')).toHaveLength(1);
  });

  it('is about to end, and ends, though nobody touches the frame; unless the portal prolongs it', async () => {
    await page.clock.install();
    const { processId, caseId } = await begin();
    await hears('lip:ready');
    // The clock of the page also runs by itself, so all of these moments keep a distance from the limits.
    await pass(700);
    expect(await last('lip:session')).toBeUndefined();
    await pass(100);
    await hears('lip:session', { state: 'expiring' });
    await say({ type: 'lip:language', locale: 'en' });
    await form().getByRole('heading', { name: 'About you' }).waitFor();
    expect((await types()).filter((type) => type === 'lip:session')).toHaveLength(1);
    await answer('prolong', { processId, caseId });
    const asked = page.waitForResponse(/\/frame\/session$/);
    await pass(121);
    await asked;
    expect(await form().getByLabel('Given name').count()).toBe(1);
    await pass(770);
    await expect.poll(async () => (await types()).filter((type) => type === 'lip:session').length).toBe(2);
    expect(await last('lip:session')).toMatchObject({ state: 'expiring' });
    await pass(121);
    await hears('lip:session', { state: 'lost' });
  });
});

describe('a frame that misbehaves', () => {
  it('silent: shows the form and says nothing', async () => {
    await begin({}, [{ kind: 'silent' }]);
    await form().getByLabel('Vorname').fill('J');
    await say({ type: 'lip:hello' });
    await say({ type: 'lip:language', locale: 'en' });
    await form().getByRole('heading', { name: 'About you' }).waitFor();
    expect(await heard()).toEqual([]);
  });

  it('flood: far more than 60 messages a second', async () => {
    await begin({}, [{ kind: 'flood' }]);
    await hears('lip:ready');
    const count = async () => (await heard()).length;
    const before = await count();
    await expect.poll(count).toBeGreaterThan(before + 400);
  });

  it('doubleComplete: says it twice, and once more later', async () => {
    await begin({ data: COMPLETE, files: FILES, page: 'reliability' }, [{ kind: 'doubleComplete' }]);
    await form().getByRole('button', { name: 'Weiter zur Zusammenfassung' }).click();
    const count = async () => (await types()).filter((type) => type === 'lip:complete').length;
    await expect.poll(count).toBe(3);
  });

  it('navigatesAway: is of another origin after it was ready', async () => {
    await begin({}, [{ kind: 'navigatesAway' }]);
    await hears('lip:ready');
    await form().getByText('Eine andere Website.').waitFor();
    expect(new URL(page.frames()[1]?.url() ?? '').origin).not.toBe(standIn.origin);
  });

  it('otherOrigin: all messages come from there', async () => {
    const { caseId } = await begin({}, [{ kind: 'otherOrigin' }]);
    await hears('lip:ready', { caseId });
    expect((await heard()).every(({ origin, isFrame }) => origin !== standIn.origin && isFrame)).toBe(true);
  });

  it('otherOrigin, nested: a window within the frame speaks as well', async () => {
    const { caseId } = await begin({}, [{ kind: 'otherOrigin', how: 'nested' }]);
    await hears('lip:complete', { caseId });
    const foreign = (await heard()).filter(({ origin }) => origin !== standIn.origin);
    expect(foreign.map(({ isFrame, data }) => [isFrame, data.type])).toEqual([
      [false, 'lip:ready'],
      [false, 'lip:complete'],
    ]);
  });
});
