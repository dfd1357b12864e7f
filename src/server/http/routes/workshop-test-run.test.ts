import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { testRunStanding, workshopTestRunRoutes } from './workshop-test-run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  const report = path.join(folder, 'report');
  for (const inside of ['walked', 'pictures', 'ledger'])
    mkdirSync(path.join(report, inside), { recursive: true });
  writeFileSync(path.join(report, 'walked/process.json'), '{"version":1}');
  writeFileSync(path.join(report, 'pictures/application-open-de.webp'), 'picture');
  writeFileSync(path.join(report, 'ledger/process.json'), 'not for readers');
  writeFileSync(path.join(report, 'run.json'), 'not for readers');
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = async (address: string, inspector: 'self' | 'off' = 'self') => {
  const app = Fastify();
  await app.register(cookie, { secret: 'a secret of this test' });
  const context = { config: { INSPECTOR: inspector } } as unknown as ServerContext;
  workshopTestRunRoutes(app, context, folder);
  const answer = await app.inject(address);
  await app.close();
  return answer;
};

describe('the files of a test run', () => {
  it('are what was walked of a workflow, and pictures', async () => {
    const walked = await ask('/workshop-test-run/workflows/process.json');
    expect([walked.statusCode, walked.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(walked.json()).toEqual({ version: 1 });
    const picture = await ask('/workshop-test-run/pictures/application-open-de.webp');
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(picture.headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    '/workshop-test-run/workflows/payment.json',
    '/workshop-test-run/workflows/..%2Frun.json',
    '/workshop-test-run/workflows/..%2Fledger%2Fprocess.json',
    '/workshop-test-run/pictures/..%2Frun.json',
    '/workshop-test-run/ledger/process.json',
    '/workshop-test-run/constructor/process.json',
  ])('are no others: %s', async (address) => {
    expect((await ask(address)).statusCode).toBe(404);
  });

  it('are for nobody who may not open the workshop', async () => {
    expect((await ask('/workshop-test-run/workflows/process.json', 'off')).statusCode).toBe(404);
  });
});

it('a run is there, can be made, or belongs to another place', () => {
  expect(testRunStanding(folder)).toBe('made');
  expect(testRunStanding(path.join(folder, 'report'))).toBe('notMade');
  expect(testRunStanding(path.join(folder, 'nowhere'))).toBe('notHere');
});
