import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type Config, ConfigurationRefused } from '#server/config/config.ts';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import { contentOf } from '#server/create-context.ts';
import { readPageFiles } from '#server/html/page-files.ts';
import { uselessKeys } from '#server/sealing/check-keys.ts';
import { KeysRefused } from '#server/sealing/key-faults.ts';
import { createKeyServices } from '#server/sealing/key-services.ts';
import { readPostgres } from '#server/storage/database.ts';
import { keepCertificates, shortKeys } from '#server/watch/certificates.ts';
import { lookAtPostgres } from './database.ts';
import { type Check, type Finding, fault, ok, reasonOf, warning } from './finding.ts';
import { folderChecks } from './folders.ts';
import { type Asking, partnerChecks } from './partners.ts';

const KEYS = 'operations.md#keys';
const CERTIFICATES = 'operations.md#certificates-and-clocks';
const WARNING_DAYS = 30;
const silent = pino({ level: 'silent' });

/**
 * Looks at everything that a server with this configuration would need, beside a running one or before the first start.
 * Nothing is changed: no payment, no message, no row.
 * @param asking.patienceMs longest time of a question; a check that does not end within three of them is a fault
 */
export async function checkInstallation(config: Config, asking: Asking): Promise<Finding[]> {
  const checks: Check[] = [
    ...ownChecks(config, asking),
    ...folderChecks(config),
    ...partnerChecks(config, asking),
  ];
  const limitMs = asking.patienceMs * 3;
  const found = await Promise.all(checks.map((check) => bounded(check, limitMs)));
  // Last, because it keeps the process busy for seconds: what was asked meanwhile would seem not to have answered.
  const content: Check = { about: 'content', page: 'content.md', look: async () => lookAtContent(config) };
  return [...found.flat(), ...(await bounded(content, limitMs))];
}

/** Returns what a check finds; a fault when it fails, or has found nothing in time. */
export async function bounded({ about, page, look }: Check, limitMs: number): Promise<Finding[]> {
  const limit = new AbortController();
  const late = pause(limitMs, [fault(about, `no answer within ${limitMs} ms`, 'Look why it hangs', page)], {
    signal: limit.signal,
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return [fault(about, reasonOf(error), 'Look at what is set for it', page)];
  } finally {
    limit.abort();
    late.catch(() => {});
  }
}

function ownChecks(config: Config, asking: Asking): Check[] {
  const url = config.DATABASE_URL;
  return [
    {
      about: 'database',
      page: 'operations.md#when-the-database-is-away',
      look: async () =>
        url === undefined
          ? [
              warning(
                'database',
                'it is the embedded one, which is not written through to the disk',
                'Set DATABASE_URL for real use',
                'operations.md#what-production-refuses',
              ),
            ]
          : lookAtPostgres(url, config.MIGRATE_AT_START, asking),
    },
    { about: 'keys', page: KEYS, look: () => lookAtKeys(config) },
    { about: 'certificates', page: CERTIFICATES, look: async () => lookAtCertificates(config, asking) },
    { about: 'pages', page: 'operations.md', look: () => lookAtPages(config) },
  ];
}

/** Whether the keys of the installation can be used, and open what is stored. */
async function lookAtKeys(config: Config): Promise<Finding[]> {
  const about = 'keys';
  const services = createKeyServices(config);
  const db = config.DATABASE_URL === undefined ? null : readPostgres(config.DATABASE_URL);
  try {
    const newest = await services.current();
    if (db === null) return [ok(about, `${newest} wraps; what is stored was not looked at`)];
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === 'data_key' || name === 'dataKey'))
      return [ok(about, `${newest} wraps; nothing is stored yet`)];
    const useless = await uselessKeys(db, services);
    if (useless.length === 0) return [ok(about, `${newest} wraps, and all open what they have wrapped`)];
    return useless.map(({ key, is, dataKeys }) =>
      fault(about, `${key}, which ${dataKeys} data keys need, is ${is}`, 'Give the key that was there', KEYS),
    );
  } catch (error) {
    const said = error instanceof KeysRefused ? error.message : reasonOf(error);
    return [fault(about, said, 'Without the keys nothing that is stored can be read', KEYS)];
  } finally {
    services.stop();
    await db?.destroy();
  }
}

function lookAtCertificates(config: Config, { now }: Asking): Finding[] {
  const todo = 'Renew it, and put it beside the old one';
  try {
    const kept = keepCertificates(config, { readAgain: () => config, log: silent, now });
    const found = kept.days().map(({ certificate, days }) => {
      if (days < 0) return fault(certificate, `it has run out ${-days} days ago`, todo, CERTIFICATES);
      if (days < WARNING_DAYS) return warning(certificate, `it ends in ${days} days`, todo, CERTIFICATES);
      return ok(certificate, `it is valid for ${days} days`);
    });
    kept.stop();
    const short = config.NODE_ENV === 'production' ? shortKeys(config) : [];
    return [
      ...found,
      ...short.map((name) =>
        warning(name, 'a key of RSA is shorter than 3,000 bits', 'Agree on a longer one', CERTIFICATES),
      ),
    ];
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    return [fault('certificates', error.message, 'Correct the variables that are named', CERTIFICATES)];
  }
}

function lookAtContent(config: Config): Finding[] {
  try {
    const { content } = contentOf(config, silent, { noteFailure() {}, noteAnswer() {} });
    const { services, version } = content.current();
    const { leftOut } = content.report();
    return [
      ok('content', `${services.size} services, version ${version.slice(0, 12)}`),
      ...leftOut.map(({ file, line, reason }) =>
        warning('content', `left out: ${file}:${line}: ${reason}`, 'Correct it', 'content.md'),
      ),
    ];
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error;
    return [fault('content', error.message, 'Correct these lines', 'content.md')];
  }
}

/** Whether the pages are built; production does not start without them. */
async function lookAtPages({ NODE_ENV }: Config): Promise<Finding[]> {
  if ((await readPageFiles()) !== null) return [ok('pages', 'they are built')];
  const level = NODE_ENV === 'production' ? fault : warning;
  return [level('pages', 'they are not built', 'Run `npm run build`', 'operations.md')];
}
