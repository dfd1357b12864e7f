import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createFitConnectClient } from './client.ts';
import { DeliveryRefused } from './errors.ts';

const announcement = {
  destinationId: '6e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c11',
  publicService: { identifier: 'urn:de:fim:leika:leistung:99102013104000', name: 'Hundesteuer' },
  announcedAttachments: [],
};
const ids = {
  submissionId: 'c1a3a3b0-3a1b-4f0e-9d55-3a7f9c9d1e01',
  caseId: 'c1a3a3b0-3a1b-4f0e-9d55-3a7f9c9d1e02',
};

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A delivery service that issues tokens as configured, and answers every other call with `answer`. */
async function serve(
  answer: (response: ServerResponse, call: number) => void,
  { tokenSeconds = 1800, timeoutMs = 60_000 } = {},
) {
  const seen = { tokens: 0, calls: 0, authorizations: new Set<string>() };
  server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') {
      seen.tokens += 1;
      response.end(JSON.stringify({ access_token: `token-${seen.tokens}`, expires_in: tokenSeconds }));
      return;
    }
    seen.calls += 1;
    seen.authorizations.add(request.headers.authorization ?? '');
    answer(response, seen.calls);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    tokenUrl: `${base}/token`,
    submissionUrl: base,
    destinationUrl: base,
    clientId: 'portal',
    clientSecret: 'do not tell',
    issuer: 'https://delivery.example.org',
    userAgent: 'Serviceportal/0.1.0',
    timeoutMs,
    retry: { limit: 1, firstDelayMs: 1 },
  };
  return { client: createFitConnectClient(config), seen };
}

function fail(response: ServerResponse, status: number, body: unknown = {}, headers = {}): void {
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}

describe('calls to the delivery service', () => {
  it('share one token until it runs out', async () => {
    const { client, seen } = await serve((response) => response.end(JSON.stringify(ids)));
    await Promise.all([1, 2, 3, 4].map(() => client.announce(announcement)));
    await client.announce(announcement);
    expect(seen).toMatchObject({ tokens: 1, calls: 5 });
  });

  it('fetch a new token shortly before the old one runs out', async () => {
    const { client, seen } = await serve((response) => response.end(JSON.stringify(ids)), {
      tokenSeconds: 4,
    });
    await client.announce(announcement);
    await client.announce(announcement);
    expect([...seen.authorizations]).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('give up a token that is not accepted, once', async () => {
    const { client, seen } = await serve((response) => fail(response, 401));
    await expect(client.announce(announcement)).rejects.toMatchObject({ status: 401 });
    expect(seen).toMatchObject({ tokens: 2, calls: 2 });
  });

  it.each([408, 429, 500, 502, 503, 504])(
    'are repeated after %i, then reported as unavailable',
    async (status) => {
      const { client, seen } = await serve((response) => fail(response, status));
      await expect(client.announce(announcement)).rejects.toBeInstanceOf(PartnerUnavailable);
      expect(seen.calls).toBe(2);
    },
  );

  it('wait as long as a rate limit asks for', async () => {
    const { client } = await serve((response, call) =>
      call === 1 ? fail(response, 429, {}, { 'retry-after': '1' }) : response.end(JSON.stringify(ids)),
    );
    const begin = performance.now();
    await expect(client.announce(announcement)).resolves.toEqual(ids);
    expect(performance.now() - begin).toBeGreaterThan(900);
  });

  it.each([400, 403, 404, 409, 422])('are not repeated after %i', async (status) => {
    const { client, seen } = await serve((response) =>
      fail(response, status, { type: 'urn:why', title: 'Nein', detail: 'darum' }),
    );
    const refusal = await client.announce(announcement).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DeliveryRefused);
    expect(refusal).toMatchObject({ status, problemType: 'urn:why' });
    expect(String(refusal)).toMatch(/Nein – darum/);
    expect(seen.calls).toBe(1);
  });

  it('end when no answer comes, when it is cut off, and when it is not what the protocol says', async () => {
    const silent = await serve(() => {}, { timeoutMs: 100 });
    await expect(silent.client.announce(announcement)).rejects.toBeInstanceOf(PartnerUnavailable);
    server.closeAllConnections();
    server.close();
    const broken = await serve((response) => response.socket?.destroy());
    await expect(broken.client.announce(announcement)).rejects.toBeInstanceOf(PartnerUnavailable);
    server.close();
    const strange = await serve((response) => response.end('"yes"'));
    await expect(strange.client.announce(announcement)).rejects.toBeInstanceOf(PartnerUnavailable);
  });

  it('end when an event log has no end', async () => {
    const page = JSON.stringify({ offset: 0, count: 1, totalCount: 1e9, eventLog: ['event'] });
    const { client, seen } = await serve((response) => response.end(page));
    await expect(client.eventLog(ids.submissionId)).rejects.toThrow('an event log without an end');
    expect(seen.calls).toBe(200);
  });

  it('never follow a redirect, which would carry the token elsewhere', async () => {
    const { client, seen } = await serve((response) => fail(response, 307, {}, { location: '/elsewhere' }));
    await expect(client.announce(announcement)).rejects.toThrow();
    expect(seen.calls).toBeLessThanOrEqual(2);
  });

  it('leave neither secret nor token in an error, however deep one looks', async () => {
    for (const status of [403, 503, 401]) {
      const { client } = await serve((response) => fail(response, status));
      const error = await client.announce(announcement).catch((fault: unknown) => fault);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/do not tell|token-\d/);
      server.close();
    }
    const { client } = await serve((response) => response.socket?.destroy());
    const error = await client.announce(announcement).catch((fault: unknown) => fault);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/do not tell|token-\d/);
  });
});
