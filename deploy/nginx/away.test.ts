import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { problemSchema } from '#contract/problem.ts';
import de from '#locales/de/errors.json' with { type: 'json' };
import waitingDe from '#locales/de/waiting.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import waitingEn from '#locales/en/waiting.json' with { type: 'json' };
import { awayPage, awayProblem, styleSource } from './testing/away.ts';

const conf = readFileSync(path.join(import.meta.dirname, 'serviceportal.conf'), 'utf8');

it('what nginx answers while no process does is made of the texts of the portal', async () => {
  await expect(awayPage(true)).toMatchFileSnapshot('away/page.html');
  await expect(awayPage(false)).toMatchFileSnapshot('away/sent.html');
  await expect(awayProblem()).toMatchFileSnapshot('away/problem.json');
  expect(conf).toContain(`style-src ${styleSource}`);
});

const freePort = async () => {
  const server = createTcp().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
const has = (program: string): boolean => {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
};

// Runs only where nginx is installed.
describe.runIf(has('nginx'))('nginx in front of the portal', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const at = (name: string) => path.join(folder, name);
  let nginx: ChildProcess;
  let portal = 0;
  let url = '';

  beforeAll(async () => {
    const [port, plain, other] = [await freePort(), await freePort(), await freePort()];
    portal = await freePort();
    url = `http://127.0.0.1:${port}`;
    mkdirSync(at('logs'));
    // Without TLS, which is none of the matter: the rest is word for word what is installed.
    const changes: [RegExp, string][] = [
      [/listen \[::\].*;\n/g, ''],
      [/listen 80 default_server/, `listen 127.0.0.1:${plain}`],
      [/listen 443 ssl http2/, `listen 127.0.0.1:${port}`],
      [/ {2}ssl_.*\n/g, ''],
      [/127\.0\.0\.1:8081/, `127.0.0.1:${portal}`],
      [/127\.0\.0\.1:8082/, `127.0.0.1:${other}`],
      [/\/var\/log\/nginx/g, at('logs')],
      [/\/etc\/nginx\/serviceportal\//g, `${path.join(import.meta.dirname, 'away')}/`],
    ];
    const site = changes.reduce((text, [from, to]) => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    }, conf);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${at(name)};`,
    );
    writeFileSync(
      at('nginx.conf'),
      `daemon off; master_process off; pid ${at('pid')}; error_log ${at('error.log')};
events {}
http { ${temporary.join(' ')}
${site}
}`,
    );
    nginx = spawn('nginx', ['-p', folder, '-c', at('nginx.conf')], { stdio: 'inherit' });
    await vi.waitFor(() => fetch(url), 10_000);
  });
  afterAll(() => {
    nginx?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const expectPassing = (answer: Response, type: string) => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, type]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  };
  const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const addresses = ['/', '/leistung/99102013104000', '/en/form?id=x', '/betrieb', '/api/auth/return'];

  it('while no process answers gives people a page in both languages, which says what to do', async () => {
    for (const address of addresses) {
      const answer = await fetch(url + address, { headers: asPerson });
      expectPassing(answer, 'text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain(styleSource);
      const page = await answer.text();
      for (const { title, code, next, reload } of [de, en]) {
        for (const text of [title, code, next].map((one) => one['database-unavailable']).concat(reload))
          expect(page).toContain(text);
      }
    }
  });

  it('tells people who have sent something how to send it again', async () => {
    for (const address of addresses) {
      const answer = await fetch(url + address, { method: 'POST', headers: asPerson, body: 'x=1' });
      expectPassing(answer, 'text/html; charset=utf-8');
      const page = await answer.text();
      for (const { resend } of [waitingDe, waitingEn]) expect(page).toContain(resend);
      expect(page).not.toContain('<a');
    }
  });

  it('gives programs a problem in the form of the API', async () => {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
      const answer = await fetch(`${url}/api/process`, { method, headers: { accept: 'application/json' } });
      expectPassing(answer, 'application/problem+json');
      expect(problemSchema.parse(await answer.json())).toMatchObject({
        code: 'database-unavailable',
        status: 503,
      });
    }
  });

  it('shows its pages at no address of their own', async () => {
    expect((await fetch(`${url}/.away/page.html`)).status).toBe(404);
  });

  it('passes on what a process says about itself', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(503, { 'retry-after': '7' }).end('its own words'),
    ).listen(portal, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const answer = await fetch(url, { headers: asPerson });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      'its own words',
    ]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
