import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { makeProbeContent, offerOfProbe } from '../http/probe-content.ts';
import { closeWindows, openChromium } from './chromium.ts';
import { picture } from './pictures.ts';
import { tooWide } from './sideways.ts';
import { pagesWithFiles } from './upload-walker.ts';
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

const MEGABYTE = 1024 * 1024;
/** Most bytes of a file of the probe. */
const LIMIT = 2 * MEGABYTE;

type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** A drawing of 640 by 480 points with a corner in each of four colours, made with heif-enc for this test. */
const heic = (name: string, mimeType: string): Chosen => ({
  name,
  mimeType,
  buffer: readFileSync(new URL('./photo.heic', import.meta.url)),
});

type Look = 'rough' | 'blank' | 'dark' | 'blurred';

/** A picture of lines on paper, drawn by a browser, that weighs at least so many bytes. */
async function drawn(page: Page, width: number, height: number, look: Look | 'plain'): Promise<Buffer> {
  const address = await page.evaluate(
    async ([wide, high, kind]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = kind === 'dark' ? '#111' : '#eee';
      pen.fillRect(0, 0, wide, high);
      pen.fillStyle = kind === 'dark' ? '#333' : '#222';
      if (kind === 'blurred') pen.filter = `blur(${high / 300}px)`;
      pen.font = `${high / 40}px sans-serif`;
      for (let y = high / 8; kind !== 'blank' && y < high * 0.9; y += high / 20) {
        pen.fillText('Meldebescheinigung vom 27. November 2026', wide / 10, y);
      }
      if (kind === 'rough') {
        const picture = pen.getImageData(0, 0, wide, high);
        for (let at = 0; at < picture.data.length; at += 1) {
          if (at % 4 !== 3) picture.data[at]! += Math.random() * 120 - 60;
        }
        pen.putImageData(picture, 0, 0);
      }
      return canvas.toDataURL('image/jpeg', 0.95);
    },
    [width, height, look] as const,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** The picture with what a telephone notes: that it was held upright, and where. */
function withNotes(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  // Orientation, a short: turned by 90 degrees.
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(6, 18);
  const notes = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 54.32 10.13')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(notes.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, notes, jpeg.subarray(2)]);
}

/** A person on the page with the file field; the window remembers what it sends. */
async function onPageWithFiles(): Promise<Visitor> {
  const visitor = await Visitor.arrive(stage.browser, stage.portal.url);
  const { page } = visitor;
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      Object.assign(window, { sent: [...((window as { sent?: unknown[] }).sent ?? []), body] });
      send.call(this, body);
    };
  });
  const { area } = offerOfProbe({ mode: 'none', noticeAllowed: false });
  await page.goto(`/formular?leiKaId=99000000000000&area=${area}`);
  await visitor.button('start:ways.anonymous.start').click();
  await page.locator('#field-amount').fill('0');
  await visitor.next();
  await page.locator('#field-proof').waitFor();
  return visitor;
}

/** Reads the file that was sent last: its name, kind and size, whether it has notes, and its look. */
const sent = (page: Page) =>
  page.evaluate(async () => {
    const file = (window as unknown as { sent: File[] }).sent.at(-1)!;
    const bitmap = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext('2d')!;
    pen.drawImage(bitmap, 0, 0);
    const colour = [...pen.getImageData(40, 40, 1, 1).data.slice(0, 3)];
    const text = await file.text();
    const { name, type, size } = file;
    return {
      name,
      type,
      size,
      notes: /Exif|GPS/.test(text),
      width: bitmap.width,
      height: bitmap.height,
      colour,
    };
  });

const row = ({ page }: Visitor, name: string) => page.locator('.sp-file', { hasText: name });
const choose = ({ page }: Visitor, ...files: Chosen[]) => page.locator('#field-proof').setInputFiles(files);
const isKept = (visitor: Visitor, name: string) =>
  row(visitor, name).getByText(visitor.text('kit:file.stage.kept'), { exact: true }).waitFor();
const lastPage = ({ page }: Visitor) => page.locator('#field-note').waitFor();

it('a photo of 19 MB becomes one that the field takes, upright, and without its notes', async () => {
  const visitor = await onPageWithFiles();
  const { page } = visitor;
  const buffer = withNotes(await drawn(page, 6000, 4500, 'rough'));
  expect(buffer.length).toBeGreaterThan(19 * MEGABYTE);
  await choose(visitor, { name: 'IMG 4711.JPEG', mimeType: 'image/jpeg', buffer });
  await isKept(visitor, 'IMG 4711.jpg');
  const jpeg = await sent(page);
  expect(jpeg).toMatchObject({ name: 'IMG 4711.jpg', type: 'image/jpeg', notes: false });
  expect(jpeg.size).toBeLessThanOrEqual(LIMIT);
  expect(jpeg.height / jpeg.width, 'upright').toBeCloseTo(4 / 3, 2);
  expect(jpeg.height, 'legible').toBeGreaterThanOrEqual(2000);
  const sizes = /\d+(,\d)? MB, jetzt \d+(,\d)? [MK]B/;
  await row(visitor, 'IMG 4711.jpg').getByText(sizes).waitFor();
  const preview = row(visitor, 'IMG 4711.jpg').locator('img');
  expect(await preview.evaluate((it) => (it as HTMLImageElement).naturalHeight)).toBe(160);
  await visitor.next();
  await lastPage(visitor);
  await visitor.leave();
});

it.each([
  ['IMG_1.HEIC', 'image/heic'],
  ['IMG_1.heic', ''],
  ['IMG_1.jpg', 'image/jpeg'],
])('a photo of the kind HEIC that is called %s becomes a JPEG', async (name, mimeType) => {
  const visitor = await onPageWithFiles();
  await choose(visitor, heic(name, mimeType));
  await isKept(visitor, 'IMG_1.jpg');
  const jpeg = await sent(visitor.page);
  expect(jpeg).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', width: 640, height: 480 });
  const [red = 0, green = 0, blue = 0] = jpeg.colour;
  expect([red > 180, green < 60, blue < 60], `${jpeg.colour}`).toEqual([true, true, true]);
  await visitor.leave();
});

/** Goes on without refused files: they are named once, then nothing stops the person. */
async function goOnWithout(visitor: Visitor, ...names: string[]): Promise<void> {
  await visitor.next();
  for (const name of names) await visitor.page.getByRole('link', { name }).waitFor();
  await visitor.next();
  await lastPage(visitor);
}

it('a photo that cannot be read, or whose decoder does not come, says what to do and stops nobody', async () => {
  const visitor = await onPageWithFiles();
  const { page } = visitor;
  const broken = heic('broken.heic', 'image/heic');
  await choose(visitor, { ...broken, buffer: broken.buffer.subarray(0, 600) });
  await row(visitor, 'broken.heic').getByText(visitor.text('form:file.advice.heic')).waitFor();
  await page.route('**/*.wasm', (route) => route.abort());
  await choose(visitor, heic('IMG_2.jpg', 'image/jpeg'));
  await row(visitor, 'IMG_2.jpg').getByText(visitor.text('form:file.advice.heic')).waitFor();
  expect(await page.evaluate(() => 'sent' in window), 'nothing was sent').toBe(false);
  await goOnWithout(visitor, 'broken.heic', 'IMG_2.jpg');
  visitor.watched.consoleErrors.length = 0;
  await visitor.leave();
});

it.each(['blurred', 'blank', 'dark'] as const)(
  'a picture that is %s is doubted, and stops nobody',
  async (look) => {
    const visitor = await onPageWithFiles();
    const buffer = await drawn(visitor.page, 1800, 2400, look);
    await choose(visitor, { name: 'one.jpg', mimeType: 'image/jpeg', buffer });
    await isKept(visitor, 'one.jpg');
    const doubt = row(visitor, 'one.jpg').getByText(visitor.text(`kit:file.doubt.${look}`));
    await doubt.waitFor();
    const said = await visitor.page.getByRole('status').allTextContents();
    expect(said.join()).toContain(visitor.text(`kit:file.doubt.${look}`));
    expect((await sent(visitor.page)).size, 'it is sent as it is').toBe(buffer.length);
    if (look === 'blurred') {
      await row(visitor, 'one.jpg')
        .getByRole('button', { name: visitor.text('kit:file.useAnyway') })
        .click();
      await doubt.waitFor({ state: 'detached' });
    } else if (look === 'blank') {
      const opened = visitor.page.waitForEvent('filechooser');
      await row(visitor, 'one.jpg')
        .getByRole('button', { name: visitor.text('kit:file.chooseAnother') })
        .click();
      const plain = await drawn(visitor.page, 1800, 2400, 'plain');
      await (await opened).setFiles({ name: 'two.jpg', mimeType: 'image/jpeg', buffer: plain });
      await isKept(visitor, 'two.jpg');
      expect(await visitor.page.locator('.sp-file').count()).toBe(1);
      expect(await visitor.page.locator('.sp-file__doubt').count()).toBe(0);
    }
    await visitor.next();
    await lastPage(visitor);
    await visitor.leave();
  },
);

it('two photos are made smaller one after the other, and one of them can be given up meanwhile', async () => {
  const visitor = await onPageWithFiles();
  const { page } = visitor;
  const buffer = await drawn(page, 6000, 4500, 'rough');
  await choose(
    visitor,
    { name: 'first.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'second.jpg', mimeType: 'image/jpeg', buffer },
  );
  await row(visitor, 'first.jpg').getByText(visitor.text('kit:file.stage.preparing')).waitFor();
  await row(visitor, 'first.jpg').getByRole('button').click();
  await row(visitor, 'first.jpg').waitFor({ state: 'detached' });
  await isKept(visitor, 'second.jpg');
  expect(await page.evaluate(() => (window as unknown as { sent: unknown[] }).sent.length)).toBe(1);
  await visitor.leave();
});

const shownIn = (images: Locator) =>
  images.evaluateAll((all) =>
    all.map((it) => [new URL((it as HTMLImageElement).src).protocol, (it as HTMLImageElement).naturalHeight]),
  );

it('a picture is shown in small in the summary and after a reload, and a document is not', async () => {
  const visitor = await onPageWithFiles();
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const buffer = await drawn(page, 1200, 1600, 'plain');
  await choose(visitor, { name: 'one.jpg', mimeType: 'image/jpeg', buffer });
  await isKept(visitor, 'one.jpg');
  const pdf = Buffer.from(tinyPdf({ text: 'Nachweis' }));
  await choose(visitor, { name: 'two.pdf', mimeType: 'application/pdf', buffer: pdf });
  await isKept(visitor, 'two.pdf');
  const small = () => requests.filter((it) => it.endsWith('/preview'));
  await expect.poll(small).toEqual([expect.stringMatching(/^PUT /)]);
  // The window that has read the picture needs no other one.
  expect(await shownIn(page.locator('.sp-file img'))).toEqual([['data:', 160]]);

  await visitor.next();
  await lastPage(visitor);
  await visitor.next();
  await page.locator('#correctness').waitFor();
  const answers = page.locator('.sp-summary img');
  await expect.poll(() => shownIn(answers)).toEqual([[new URL(page.url()).protocol, 160]]);
  expect(small().filter((it) => it.startsWith('GET '))).toHaveLength(1);
  for (const [width, locale] of [
    [1280, 'de'],
    [768, 'de'],
    [360, 'de'],
    [360, 'en'],
    [1280, 'en'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await visitor.read(locale);
    await answers.waitFor();
    expect(await tooWide(page)).toEqual([]);
    await picture(page, `summary-picture-${locale}-${width}`);
  }
  await visitor.read('de');

  await page.locator('.sp-summary').nth(1).getByRole('button').click();
  await page.locator('#field-proof').waitFor();
  await page.reload();
  await page.locator('#field-proof').waitFor();
  await expect
    .poll(() => shownIn(page.locator('.sp-file img')))
    .toEqual([[new URL(page.url()).protocol, 160]]);
  await picture(page, 'form-picture-after-reload');
  await visitor.leave();
});

it('a browser that cannot draw in a worker sends what the field takes, and says what to do about the rest', async () => {
  const visitor = await onPageWithFiles();
  const { page } = visitor;
  let isReplaced = false;
  await page.route('**/picture-worker-*.js', async (route) => {
    const answer = await route.fetch();
    isReplaced = true;
    await route.fulfill({
      response: answer,
      body: `self.OffscreenCanvas = undefined;${await answer.text()}`,
    });
  });
  const buffer = await drawn(page, 1800, 2400, 'blurred');
  await choose(visitor, { name: 'one.jpg', mimeType: 'image/jpeg', buffer });
  await isKept(visitor, 'one.jpg');
  expect(isReplaced).toBe(true);
  expect((await sent(page)).size, 'it is sent as it is').toBe(buffer.length);
  expect(await page.locator('.sp-file img, .sp-file__doubt').count()).toBe(0);
  const large = await drawn(page, 6000, 4500, 'rough');
  await choose(visitor, { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large });
  await row(visitor, 'large.jpg').getByText(visitor.text('form:file.advice.smallerPicture')).waitFor();
  await choose(visitor, heic('IMG_3.HEIC', 'image/heic'));
  await row(visitor, 'IMG_3.HEIC').getByText(visitor.text('form:file.advice.heic')).waitFor();
  await goOnWithout(visitor, 'large.jpg', 'IMG_3.HEIC');
  await visitor.leave();
});
