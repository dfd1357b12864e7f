// @vitest-environment jsdom
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KIEL } from './applications.ts';
import { type Portal, startPortal } from './portal.ts';

const TOKEN = 'a token that only operators know, 1234';
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ environment: { OPERATIONS_TOKEN: TOKEN, LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
});

const documentOf = async (response: Response) =>
  new DOMParser().parseFromString(await response.text(), 'text/html');
const send = (path: string, fields: Record<string, string>) =>
  fetch(portal.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });

it('operators get the visits as a file, by device, and nobody else does', async () => {
  await fetch(`${portal.url}/leistung/99102013104000`, {
    headers: { 'user-agent': 'Mobile', 'x-country': 'DK' },
  });
  const file = '/betrieb/besuche.csv';
  const refused = await fetch(portal.url + file);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  const login = await send('/betrieb', { token: TOKEN });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const visits = await fetch(portal.url + file, { headers: { cookie } });
  expect(visits.headers.get('content-disposition')).toBe('attachment; filename="besuche.csv"');
  const [head, ...rows] = (await visits.text()).split('\r\n');
  expect(head).toBe('month,address,screen,id,device,country,visits');
  expect(rows.map((row) => row.split(',').slice(1).join(','))).toContain(
    `${portal.url}/leistung/99102013104000,service,99102013104000,phone,ZZ,1`,
  );
});

it('the page of a service leads to its feedback, which operators read', async () => {
  const service = await documentOf(await fetch(`${portal.url}/en/service/99102013104000?area=${KIEL}`));
  const link = service.querySelector<HTMLAnchorElement>('a[href^="/en/feedback"]');
  expect(link?.target).toBe('_blank');
  const form = await documentOf(await fetch(portal.url + link?.getAttribute('href')));
  const fields = Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')].map(({ name, value }) => [
      name,
      value,
    ]),
  );
  const sent = await send('/en/feedback', { ...fields, stars: '2', found: 'no', text: '<i>Fee?</i>' });
  expect(sent.status).toBe(200);
  expect((await documentOf(sent)).querySelector('h1')?.textContent).toBe('Thank you for your feedback');

  const login = await send('/en/operations', { token: TOKEN });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const page = await documentOf(await fetch(`${portal.url}/en/operations`, { headers: { cookie } }));
  const cells = (caption: string) =>
    [...page.querySelectorAll('table')]
      .filter((table) => table.querySelector('caption')?.textContent === caption)
      .flatMap((table) => [...table.querySelectorAll('tbody tr')])
      .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells('Feedback by service')).toEqual([
    [expect.stringMatching(/dog/i), 'Page of the service', '1', '2.0', '0', '0', '1'],
  ]);
  expect(cells('The newest texts')[0]?.slice(2)).toEqual(['Page of the service', '2', '<i>Fee?</i>']);
});
