import '#server/closed-pipe.ts';
import path from 'node:path';
import { startCollectorStandIn } from '#stand-ins/collector/server.ts';
import { PARTNERS_FILE, writeEnvironment } from './environment-files.ts';
import { readContent, startPartners } from './partners.ts';
import { portsFrom } from './ports.ts';
import { standIns } from './welcome.ts';

/**
 * `npm run partners -- FOLDER`: the stand-ins of all partners without the portal, to try an installation with before its
 * partners are there. It writes into FOLDER what the portal's environment needs for them. `PUBLIC_URL` is the portal's
 * address; the stand-ins listen at this machine alone, from `PORT` (8090 by default) on.
 */
const [, , given] = process.argv;
const { PUBLIC_URL: portalUrl, PORT = '8090', CONTENT_DIR = 'content' } = process.env;
if (given === undefined || portalUrl === undefined) {
  console.error('Usage: PUBLIC_URL=https://… npm run partners -- FOLDER');
  process.exit(2);
}
const folder = path.resolve(given);
const partners = await startPartners({
  stateDir: path.join(folder, 'stand-ins'),
  content: readContent(CONTENT_DIR),
  portalUrl,
  ports: portsFrom(Number(PORT)),
  acceptAfterMs: 20_000,
});
// Behind all others. Nothing in the folder names it: traces are off until somebody wants them.
const collector = await startCollectorStandIn({
  port: Number(PORT) + 17,
  show: ({ traceId, kind, name }) =>
    console.log(`  trace ${traceId.slice(0, 8)}  ${kind.padEnd(8)}  ${name}`),
});
await writeEnvironment(folder, {
  ...partners.environment,
  ...partners.operatorsEnvironment,
  FITCONNECT_TRUSTED_CERTIFICATES: partners.delivery.roots,
});
console.log(standIns(partners).join('\n'));
console.log(
  `\n  Collector of traces         OTEL_EXPORTER_OTLP_ENDPOINT=${collector.endpoint} (stand-in: prints them here)`,
);
console.log(`\nThe stand-ins run. ${path.join(folder, PARTNERS_FILE)} tells the portal where.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(
    signal,
    () => void Promise.all([partners.close(), collector.close()]).then(() => process.exit(0)),
  );
}
