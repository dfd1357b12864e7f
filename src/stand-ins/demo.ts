import { execFileSync, fork } from 'node:child_process';
import path from 'node:path';
import '#server/closed-pipe.ts';
import { buildWhenChanged } from './build.ts';
import { readContent, startPartners } from './partners.ts';
import { portsFrom } from './ports.ts';
import { welcome } from './welcome.ts';

/**
 * `npm start`: the whole portal to try out, with stand-ins for all partners. The server itself is a separate process
 * that knows its partners through configuration only, as in production.
 */
const port = Number(process.env.PORT ?? 8080);
const portalUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
const dataDir = process.env.DATA_DIR ?? 'data';
const started = performance.now();
/** A token for people who try the portal out. It is public here, so it protects nothing. */
const DEMONSTRATION_TOKEN = 'demonstration-token-of-the-operators';

if (await buildWhenChanged()) console.log('The browser application was built.');
const partners = await startPartners({
  stateDir: path.join(dataDir, 'stand-ins'),
  content: readContent(process.env.CONTENT_DIR ?? 'content'),
  portalUrl,
  ports: portsFrom(port),
  acceptAfterMs: 20_000,
});

const service = fork(path.resolve(import.meta.dirname, '../server/main.ts'), {
  env: {
    LOG_LEVEL: 'warn',
    SECURITY_LOG: path.join(dataDir, 'security.log'),
    TRAIL_FILE: path.join(dataDir, 'trail.jsonl'),
    COMMIT: commit(),
    ...partners.environment,
    ...partners.operatorsEnvironment,
    // The business account has no logout address, so that both ways of logging out can be seen.
    NKB_SLO_URL: partners.identity.logoutUrl,
    OPERATIONS_TOKEN: DEMONSTRATION_TOKEN,
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: portalUrl,
  },
});
service.on('message', () =>
  console.log(
    welcome({
      portalUrl,
      partners,
      // A real one is not for the screen.
      operationsToken: process.env.OPERATIONS_TOKEN === undefined ? DEMONSTRATION_TOKEN : null,
      seconds: (performance.now() - started) / 1000,
    }),
  ),
);
service.on('exit', async (code) => {
  await partners.close();
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => service.kill('SIGTERM'));
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}
