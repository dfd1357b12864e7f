import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { type Monitoring, startMonitoring } from './monitoring.ts';
import { type Check, createReadiness } from './readiness.ts';

let monitoring: Monitoring | null = null;
afterEach(async () => {
  await monitoring?.stop();
  monitoring = null;
});

const fine: Check = async () => null;

describe('a process is ready', () => {
  it('neither before it serves nor once it is about to end', async () => {
    const readiness = createReadiness();
    expect(await readiness.missing()).toEqual({ process: 'is starting' });
    readiness.serve({ database: fine });
    expect(await readiness.missing()).toEqual({});
    readiness.leave();
    expect(await readiness.missing()).toEqual({ process: 'is ending' });
    readiness.serve({ database: fine });
    expect(await readiness.missing()).toEqual({ process: 'is ending' });
  });

  it('not while something is missing, fails or hangs, which is named', async () => {
    const readiness = createReadiness();
    readiness.serve({
      fine,
      lacking: async () => 'lacks migrations',
      failing: async () => {
        throw new Error('with details that stay inside');
      },
      hanging: () => new Promise(() => {}),
    });
    expect(await readiness.missing()).toEqual({
      lacking: 'lacks migrations',
      failing: 'cannot be used',
      hanging: 'has not answered within 2000 ms',
    });
  });
});

describe('those who watch a process', () => {
  let clock = 0;
  const start = async (metrics: () => Promise<{ type: string; text: string }> | null) => {
    const readiness = createReadiness();
    const now = () => clock;
    monitoring = await startMonitoring({ port: 0, host: '127.0.0.1' }, { readiness, metrics, now });
    const get = (path: string, init?: RequestInit) => fetch(`${monitoring!.address}${path}`, init);
    return { readiness, get };
  };

  it('ask whether it lives, whether it is ready, and what it counts', async () => {
    const counted = createMetrics();
    counted.answered({ method: 'GET', route: '/leistung/:id', status: 200, seconds: 0.02 });
    counted.answered({ method: 'BREW', route: 'none', status: 400, seconds: 0.02 });
    counted.jobFailed('mail');
    let isStarted = false;
    const { readiness, get } = await start(() => (isStarted ? counted.text() : null));
    expect((await get('/live')).status).toBe(200);
    for (const path of ['/ready', '/metrics']) {
      const { status, headers } = await get(path);
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
        503,
        '2',
        'no-store',
      ]);
    }
    readiness.serve({ database: fine });
    isStarted = true;
    const ready = await get('/ready?verbose');
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, missing: {} }]);
    const metrics = await get('/metrics');
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await metrics.text();
    expect(text).toContain(
      'portal_http_request_seconds_count{method="GET",route="/leistung/:id",status="200"} 1',
    );
    expect(text).toContain('method="other"');
    expect(text).not.toContain('BREW');
    expect(text).toContain('portal_jobs_failed_total{queue="mail"} 1');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('get nothing else, and change nothing', async () => {
    const { get } = await start(() => null);
    expect((await get('/')).status).toBe(404);
    expect((await get('/live', { method: 'POST' })).status).toBe(404);
  });

  it('are told that metrics are not known now', async () => {
    const { get } = await start(() => Promise.reject(new Error('inside')));
    const answer = await get('/metrics');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('inside');
  });

  it('cost nothing more when they ask all the time', async () => {
    let asked = 0;
    const { get } = await start(async () => {
      asked += 1;
      return { type: 'text/plain', text: String(asked) };
    });
    const flood = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => get('/metrics')));
      return new Set(await Promise.all(answers.map((answer) => answer.text())));
    };
    expect(await flood()).toEqual(new Set(['1']));
    clock += 499;
    expect(await flood()).toEqual(new Set(['1']));
    clock += 2;
    expect(await flood()).toEqual(new Set(['2']));
  });

  it('have a port of their own', async () => {
    const { get } = await start(() => null);
    expect((await get('/live')).status).toBe(200);
    const port = Number(new URL(monitoring!.address).port);
    const again = startMonitoring(
      { port, host: '127.0.0.1' },
      { readiness: createReadiness(), metrics: () => null },
    );
    await expect(again).rejects.toThrow(/MONITORING_PORT, MONITORING_HOST\): EADDRINUSE/);
  });
});
