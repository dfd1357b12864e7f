import { readFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_TOTAL_BYTES } from '#forms/files.ts';
import { padding, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { mostBytes } from '#server/files/quota.ts';

import { complete, fillIn, KIEL, offerOf, pdf, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { asPerson, expectPersonToComeBack, expectProgramToComeBack } from './come-back.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal | undefined;
const started = async (environment: Record<string, string> = {}): Promise<Portal> => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal', ...environment } });
  return portal;
};
afterEach(() => portal?.close());

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const begin = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const anonymous = async (from: Portal) => {
  const client = from.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};
const startAs = (from: Portal, client: PortalClient, address: string) =>
  fetch(new URL('/api/process', from.url), {
    method: 'POST',
    headers: { ...client.headers(), 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ metadataId: offerOf('hundesteuer').metadataId, area: KIEL }),
  });

describe('applications without an account', () => {
  it('are so many of one address in an hour; another address and an account are not concerned', async () => {
    const limited = await started({ ANONYMOUS_STARTS: '3', TRUST_PROXY: 'loopback' });
    const tries = [];
    for (let count = 0; count < 4; count += 1) {
      tries.push(await startAs(limited, await anonymous(limited), '203.0.113.7'));
    }
    expect(tries.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(Number(tries[3]!.headers.get('retry-after'))).toBeGreaterThan(3000);
    await expectProgramToComeBack(tries[3]!, 429, 'too-many-anonymous');
    expect((await startAs(limited, await anonymous(limited), '203.0.113.8')).status).toBe(201);
    const somebody = limited.client();
    await somebody.logIn('petersen:Elster');
    expect((await startAs(limited, somebody, '203.0.113.7')).status).toBe(201);
  });

  it('are so many at once of everybody; sent ones do not count, and an account is not concerned', async () => {
    const limited = await started({ ANONYMOUS_APPLICATIONS: '2' });
    const [one, other] = [await anonymous(limited), await anonymous(limited)];
    const { id } = await fillIn(one, 'hundesteuer');
    await begin(other);
    const refused = problemOf(begin(await anonymous(limited)));
    expect(await refused).toMatchObject({ status: 429, code: 'too-many-anonymous' });
    await complete(one, id);
    await submit(one, id);
    await begin(other);
    expect(await problemOf(begin(one))).toMatchObject({ code: 'too-many-anonymous' });
    const somebody = limited.client();
    await somebody.logIn('petersen:Elster');
    await begin(somebody);
  });
});

describe('files of all open applications', () => {
  const large = 9 * 1024 * 1024;
  const perApplication = Math.floor(MAX_TOTAL_BYTES / large);

  /** Begins to send a file and never ends. */
  const sendWithoutEnd = async (from: Portal, client: PortalClient, id: string): Promise<ClientRequest> => {
    const query = new URLSearchParams({ path: 'reliefProof', name: 'a.pdf' });
    const sending = httpRequest(new URL(`/api/process/${id}/upload?${query}`, from.url), {
      method: 'POST',
      headers: { ...client.headers(), 'content-length': large },
    });
    sending.on('error', () => {});
    await new Promise<unknown>((resolve) => sending.write(pdf('x'), resolve));
    return sending;
  };

  it.each([
    ['a session', mostBytes.session, anonymous],
    [
      'a person',
      mostBytes.person,
      async (from: Portal) => {
        const client = from.client();
        await client.logIn('petersen:Elster');
        return client;
      },
    ],
  ])('have the room of %s together, from the moment they are announced', async (_, room, logIn) => {
    const from = await started();
    const client = await logIn(from);
    const sendings: ClientRequest[] = [];
    for (let left = Math.floor(room / large); left > 0; left -= perApplication) {
      const { id } = await begin(client);
      for (let count = 0; count < Math.min(left, perApplication); count += 1) {
        sendings.push(await sendWithoutEnd(from, client, id));
      }
    }
    const { id } = await begin(client);
    const more = tinyPdf({ objects: [padding(room % large)] });
    const sendMore = async () => (await problemOf(client.upload(id, 'reliefProof', 'a.pdf', more)))?.code;
    await expect.poll(sendMore).toBe('file-total-reached');
    const other = await anonymous(from);
    await other.upload((await begin(other)).id, 'reliefProof', 'a.pdf', pdf('x'));
    for (const sending of sendings) sending.destroy();
    await expect.poll(sendMore).toBeUndefined();
  });
});

describe('calls of one address in a minute', () => {
  const from = (at: Portal, address: string, path: string, init: RequestInit = {}) =>
    fetch(new URL(path, at.url), {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, 'x-forwarded-for': address },
    });
  const statusesOf = async (times: number, call: (count: number) => Promise<Response>) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const response = await call(count);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses;
  };
  const id = '8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11';

  it('are few where they cost much, ten times as many elsewhere', async () => {
    const limited = await started({ RATE_LIMIT: '3', TRUST_PROXY: 'loopback' });
    const costly: [string, string][] = [
      ['GET', '/api/search?q=Hund&lang=de'],
      ['GET', '/api/payment/complete?result=PAYED&id=a.b.c'],
      ['GET', '/api/auth/return'],
      ['GET', `/api/process/${id}/snapshot`],
      ['GET', `/api/process/${id}/file/form`],
      ['GET', `/api/process/transport-report/${id}`],
      ['PUT', `/api/process/${id}/complete`],
      ['PUT', `/api/process/${id}/submit`],
      ['POST', `/api/process/${id}/upload?path=a&name=b`],
      ['POST', `/api/payment/${id}/check`],
      ['POST', `/api/payment/${id}/start`],
      ['POST', '/api/process'],
      ['PUT', '/api/auth/pseudo'],
    ];
    for (const [method, path] of costly) {
      const statuses = await statusesOf(4, () => from(limited, '203.0.113.7', path, { method }));
      expect([path, statuses.indexOf(429)]).toEqual([path, 3]);
      expect((await from(limited, '203.0.113.8', path, { method })).status).not.toBe(429);
    }
    for (const path of ['/api/search/suggestions?q=Hund&lang=de', '/api/auth/user', '/api/home?lang=de']) {
      const statuses = await statusesOf(31, () => from(limited, '203.0.113.7', path));
      expect([path, statuses.indexOf(429)]).toEqual([path, 30]);
    }
    const again = (headers: Record<string, string>) =>
      from(limited, '203.0.113.7', '/api/auth/return', { headers });
    await expectProgramToComeBack(await again({}), 429, 'too-many-requests');
    const [code, languages] = ['too-many-requests', ['de', 'en']] as const;
    await expectPersonToComeBack(await again(asPerson), 429, { code, languages: [...languages] });
    const search = (count: number) =>
      from(limited, '203.0.113.7', `/en/search?q=${count}`, { headers: asPerson });
    for (let count = 0; (await search(count)).status === 200; count += 1);
    await expectPersonToComeBack(await search(99), 429, { code, languages: ['en'] });
  });

  it('may send so many bytes, however few they are', async () => {
    const limited = await started({ BODY_MEGABYTES: '1', TRUST_PROXY: 'loopback' });
    const save = (address: string) =>
      from(limited, address, `/api/process/${id}/progress`, {
        method: 'PUT',
        body: JSON.stringify({ version: 1, page: null, data: { text: 'x'.repeat(400 * 1024) } }),
        headers: { 'content-type': 'application/json' },
      });
    const statuses = await statusesOf(3, () => save('203.0.113.7'));
    expect([statuses.indexOf(429), statuses.lastIndexOf(429)]).toEqual([2, 2]);
    const refused = await save('203.0.113.7:50123');
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await save('203.0.113.8')).status).not.toBe(429);
    expect((await from(limited, '203.0.113.7', '/api/home?lang=de')).status).toBe(200);
  });

  it('have so many pages rendered; what is kept is sent, and others have theirs', async () => {
    const limited = await started({ RATE_LIMIT: '5', TRUST_PROXY: 'loopback' });
    const one = '203.0.113.7';
    expect((await from(limited, one, '/')).status).toBe(200);
    expect(await statusesOf(5, (count) => from(limited, one, `/gibt-es-nicht-${count}`))).toEqual([
      404, 404, 404, 404, 429,
    ]);
    const refused = await from(limited, one, '/en/portals', { headers: { accept: 'text/html' } });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await refused.text()).toMatch(/<html lang="en".*<h1[^>]*>Too many requests<\/h1>/s);
    expect((await from(limited, one, '/')).status).toBe(200);
    expect((await from(limited, '203.0.113.8', '/en/portals')).status).toBe(200);
    expect((await from(limited, one, '/en/portals')).status).toBe(200);
  });

  it('are in the security log once they are too many, not each of them', async () => {
    const limited = await started({ RATE_LIMIT: '1', TRUST_PROXY: 'loopback' });
    const search = '/api/search?q=Hund&lang=de';
    expect(await statusesOf(4, () => from(limited, '203.0.113.7', search))).toEqual([200, 429, 429, 429]);
    expect(await statusesOf(2, () => from(limited, '203.0.113.8', search))).toEqual([200, 429]);
    const lines = (await readFile(path.join(limited.dataDir, 'security.log'), 'utf8')).trim().split('\n');
    const refusals = lines.map((line) => JSON.parse(line) as { reason: string; caller: string });
    expect(refusals.map(({ reason }) => reason)).toEqual(['too-many-requests', 'too-many-requests']);
    expect(refusals[0]!.caller).not.toBe(refusals[1]!.caller);
  });

  it('have searches counted by whichever way they come', async () => {
    const limited = await started({ RATE_LIMIT: '5', TRUST_PROXY: 'loopback' });
    const one = '203.0.113.7';
    await statusesOf(5, () => from(limited, one, '/api/search?q=Hund&lang=de'));
    const page = await from(limited, one, '/suche?q=Hund');
    await expectPersonToComeBack(page, 429, { code: 'too-many-requests', languages: ['de'] });
    expect((await from(limited, '203.0.113.8', '/suche?q=Hund')).status).toBe(200);
  });
});
