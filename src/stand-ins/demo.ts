import { execFileSync, fork } from 'node:child_process';
import path from 'node:path';
import { DEMONSTRATION_ACCOUNTS } from '#stand-ins/business/accounts.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { METHODS } from '#stand-ins/identity/profile.ts';
import { PERSONS } from '#stand-ins/openid/persons.ts';
import { buildWhenChanged } from './build.ts';
import { readContent, startPartners } from './partners.ts';

/**
 * `npm start`: the whole portal to try out, with stand-ins for all partners. The server itself is a separate process
 * that knows its partners through configuration only, as in production.
 */
const port = Number(process.env.PORT ?? 8080);
const portalUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
const dataDir = process.env.DATA_DIR ?? 'data';
const started = performance.now();

if (await buildWhenChanged()) console.log('The browser application was built.');
const partners = await startPartners({
  stateDir: path.join(dataDir, 'stand-ins'),
  content: readContent(process.env.CONTENT_DIR ?? 'content'),
  portalUrl,
  ports: {
    identity: port + 1,
    payment: port + 2,
    delivery: port + 3,
    scanner: port + 4,
    eid: port + 5,
    sk: port + 6,
    business: port + 7,
    forms: port + 8,
    cardApp: port + 9,
    neighbour: port + 11,
  },
  acceptAfterMs: 20_000,
});

const service = fork(path.resolve(import.meta.dirname, '../server/main.ts'), {
  env: {
    LOG_LEVEL: 'warn',
    SECURITY_LOG: path.join(dataDir, 'security.log'),
    COMMIT: commit(),
    ...partners.environment,
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: portalUrl,
  },
});
service.on('message', () => console.log(welcome()));
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

type Listed = { name: string; detail: string; remark: { en: string } };
const line = ({ name, detail, remark }: Listed) => `  ${name.padEnd(34)} ${detail.padEnd(34)} ${remark.en}`;

function welcome(): string {
  const persons = DEMONSTRATION_PERSONS.map(({ methods, ...person }) =>
    line({ ...person, detail: methods.map((method) => METHODS[method].en).join(', ') }),
  );
  const companies = DEMONSTRATION_ACCOUNTS.map((account) =>
    line({ ...account, detail: account.persons.map(({ name }) => name).join(', ') }),
  );
  const ofOpenId = (kind: keyof typeof PERSONS) =>
    PERSONS[kind].map(({ levels, ...person }) => line({ ...person, detail: levels.join(', ') }));
  return [
    '',
    `The service portal is ready after ${((performance.now() - started) / 1000).toFixed(1)} s: ${portalUrl}`,
    '',
    `  Calls of the service        ${portalUrl}/api/docs`,
    `  Citizens' account           ${partners.identity.origin} (stand-in)`,
    `  Business account            ${partners.business.origin} (stand-in)`,
    `  Payment provider            ${partners.payment.origin} (stand-in)`,
    `  Delivery and authorities    ${partners.delivery.origin} (stand-in: see what arrived)`,
    `  Online ID card              ${partners.eid.origin} (stand-in)`,
    `  Service account             ${partners.sk.origin} (stand-in)`,
    `  Form server                 ${partners.forms.origin} (stand-in)`,
    `  Scanner for uploads         ${partners.scanner.url} (stand-in: knows the EICAR test file)`,
    `  Another state's portal      ${partners.neighbour.origin} (stand-in: hands people over, and takes them)`,
    `  App of the online ID card   ${partners.cardApp.origin} (stand-in: switch it there)`,
    '',
    "Demonstration persons of the citizens' account (trust levels):",
    ...persons,
    '',
    'Demonstration companies of the business account, with those who may act:',
    ...companies,
    '',
    'Demonstration cards of the online ID card:',
    ...ofOpenId('eid'),
    '',
    'Demonstration persons of the service account (trust levels):',
    ...ofOpenId('sk'),
    '',
    'Stop with Ctrl+C. Everything is kept in the data folder.',
  ].join('\n');
}
