import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { FormCaseLost, FormServerOutdated, FormServerRefused } from '#server/ports/form-server.ts';
import { createLipServer } from './server.ts';
import { type Answered, type Asked, startAnswering } from './testing/form-server.ts';

const form = { formId: 'licence', fields: {} };
const which = {
  processId: '0b6c9d7e-2f1a-4c3b-8d5e-6f7a8b9c0d1e',
  caseId: '1b6c9d7e-2f1a-4c3b-8d5e-6f7a8b9c0d1e',
};
const state = {
  formId: 'licence',
  revision: 1,
  page: null,
  complete: false,
  data: { name: 'C' },
  files: [],
  faults: [],
  summary: { de: [], en: [] },
  feeCents: null,
  lastInput: 1_790_000_000,
};
const file = {
  id: '2b6c9d7e-2f1a-4c3b-8d5e-6f7a8b9c0d1e',
  path: 'proof',
  label: { de: 'Zeugnis', en: 'Certificate' },
  name: 'a.pdf',
  size: 5,
  type: 'application/pdf',
  sha256: createHash('sha256').update('bytes').digest('hex'),
};

type Running = Awaited<ReturnType<typeof startAnswering>>;
let running: Running | undefined;
afterEach(() => running?.close());

/** A form server that answers each operation in one way. */
async function answering(answer: Answered | ((asked: Asked, keys: Running) => Answered)) {
  const started: Running = await startAnswering((asked) =>
    typeof answer === 'function' ? answer(asked, started) : answer,
  );
  running = started;
  return createLipServer(
    { ...started.config, url: started.url, timeoutMs: 20_000 },
    'https://portal.example',
  );
}

describe('an answer', () => {
  it('counts when it is signed, fresh, for the portal and about the case', async () => {
    const server = await answering({ claims: state });
    const told = await server.state(form, which);
    expect(told).toMatchObject({ revision: 1, data: { name: 'C' }, lastInput: new Date(1_790_000_000_000) });
  });

  it.each<[string, (keys: Running, asked: Asked) => Partial<Answered> & object]>([
    ['signed by somebody else', ({ strangersKey }) => ({ key: strangersKey })],
    ['of another kind', () => ({ typ: 'form-request+jwt' })],
    ['of another form server', () => ({ issuer: 'https://other.example' })],
    ['for another portal', () => ({ audience: 'other' })],
    ['older than two minutes and the tolerance of the clocks', () => ({ agedSeconds: 181 })],
  ])('is refused when it is %s', async (_, change) => {
    const server = await answering((asked, keys) => ({ claims: state, ...change(keys, asked) }) as Answered);
    await expect(server.state(form, which)).rejects.toBeInstanceOf(FormServerRefused);
  });

  it.each<[string, object]>([
    ['to another request', { inResponseTo: which.caseId }],
    ['to another operation', { op: 'prolong' }],
    ['about another application', { processId: which.caseId }],
    ['about another case', { caseId: which.processId }],
    ['about another form', { formId: 'other' }],
    ['complete, and with faults', { complete: true, faults: [fault()] }],
    ['with data that is too deep', { data: deep(9) }],
    ['with data that is too large', { data: { a: 'x'.repeat(256 * 1024) } }],
    ['with the same file twice', { files: [file, file] }],
    [
      'with more files than allowed',
      { files: Array.from({ length: 21 }, (_, at) => ({ ...file, id: idOf(at) })) },
    ],
    ['with a file that is too large', { files: [{ ...file, size: 20 * 1024 * 1024 + 1 }] }],
    ['with a summary in one language', { summary: { de: [{ key: 'a', title: 'A', rows: [] }], en: [] } }],
    ['with a fee below nothing', { feeCents: -1 }],
    ['with part of a cent', { feeCents: 1.5 }],
  ])('is refused when it is one %s', async (_, change) => {
    const server = await answering({ claims: { ...state, ...change } });
    const refused = await server.state(form, which).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FormServerRefused);
    expect(String(refused)).not.toContain('xxx');
  });

  it('is refused when it is longer than any form', async () => {
    const server = await answering({ claims: { ...state, data: {}, more: 'x'.repeat(2 * 1024 * 1024) } });
    await expect(server.state(form, which)).rejects.toThrow(/too long/);
  });

  it.each<[number, string, unknown]>([
    [410, 'case-lost', FormCaseLost],
    [426, 'protocol', FormServerOutdated],
    [422, 'not-accepted', FormServerRefused],
    [503, '', PartnerUnavailable],
    [401, 'unauthorized', PartnerUnavailable],
    [410, '', PartnerUnavailable],
  ])('%i %s has its own meaning', async (status, error, type) => {
    const server = await answering({ status, error });
    await expect(server.prolong(which)).rejects.toBeInstanceOf(type);
  });

  it('that never comes makes the form server unavailable', async () => {
    const server = await answering({ claims: {} });
    await running?.close();
    await expect(server.close(which)).rejects.toBeInstanceOf(PartnerUnavailable);
  });
});

it('says no fee but those that the content knows', async () => {
  const fees = [2000, 6000];
  const server = await answering({ claims: { ...state, feeCents: 6000 } });
  expect((await server.state({ ...form, fees }, which)).feeCents).toBe(6000);
  await expect(server.state({ ...form, fees: [2000] }, which)).rejects.toBeInstanceOf(FormServerRefused);
});

it('is not asked by more people than it can keep waiting', async () => {
  const server = await answering({ claims: { ...state, sessionExpires: 1 } });
  const asked = await Promise.allSettled(Array.from({ length: 120 }, () => server.prolong(which)));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(20);
  await expect(server.prolong(which)).resolves.toBeInstanceOf(Date);
});

describe('opening', () => {
  const stored = { prefill: { name: 'C' }, told: null };
  const opening = { processId: which.processId, locale: 'en', page: null, stored } as const;
  const token = 'a'.repeat(43);

  it('hands in what is stored, and gives the frame', async () => {
    let claims: object = {};
    const server = await answering((asked) => {
      claims = asked.claims;
      return { claims: { caseId: which.caseId, token, protocol: 1 } };
    });
    expect(await server.open(form, opening)).toEqual({
      address: `${running?.url}/frame`,
      token,
      caseId: which.caseId,
    });
    expect(claims).toMatchObject({
      protocol: 1,
      formId: 'licence',
      locale: 'en',
      portal: 'https://portal.example',
      data: null,
      prefill: { name: 'C' },
      files: [],
    });
  });

  it.each<[string, object]>([
    ['a token that says where to go', { token: 'x?y=https://evil.example/#aaaaaaaaaaaaaaaaaaaaa' }],
    ['a short token', { token: 'abc' }],
    ['no case', { caseId: 'x' }],
  ])('refuses %s', async (_, change) => {
    const server = await answering({ claims: { caseId: which.caseId, token, protocol: 1, ...change } });
    await expect(server.open(form, opening)).rejects.toBeInstanceOf(FormServerRefused);
  });
});

it('is not opened by a form server of another version', async () => {
  const claims = { caseId: which.caseId, token: 'a'.repeat(43), protocol: 2 };
  const server = await answering({ claims });
  const opening = { processId: which.processId, locale: 'de', page: null, stored: {} } as const;
  await expect(server.open(form, opening)).rejects.toBeInstanceOf(FormServerOutdated);
});

describe('a file', () => {
  const read = async (bytes: string) => {
    const server = await answering({ bytes: Buffer.from(bytes) });
    const pieces: Uint8Array[] = [];
    for await (const piece of server.readFile(which, file)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  it('is read as it was announced', async () => {
    expect(await read('bytes')).toBe('bytes');
  });

  it.each(['bytez', 'byte', 'more bytes than announced'])(
    'is refused with other bytes: %s',
    async (bytes) => {
      await expect(read(bytes)).rejects.toBeInstanceOf(FormServerRefused);
    },
  );
});

function fault() {
  return { path: 'a', page: 'p', label: { de: 'A', en: 'A' }, rule: 'required' };
}

function deep(levels: number): object {
  return levels === 1 ? {} : { a: deep(levels - 1) };
}

function idOf(at: number): string {
  return `2b6c9d7e-2f1a-4c3b-8d5e-6f7a8b9c0d${String(at + 10)}`;
}
