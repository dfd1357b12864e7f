import { parseArgs } from 'node:util';
import './closed-pipe.ts';
import {
  ConfigurationRefused,
  deliveryAccess,
  readDatabaseConfig,
  readDeliveryConfig,
} from '#server/config/config.ts';
import { openFolder } from '#server/content/load/folder.ts';
import type { Content } from '#server/content/types.ts';
import { contentFindings } from '#server/content-store/content-findings.ts';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import { loadContent } from '#server/content-store/load.ts';
import { inLines, orphansOf } from '#server/processes/orphans.ts';
import { checkDestinations } from '#server/sending/destination-check.ts';
import { hasDatabase, openEmbeddedFor } from '#server/storage/command-database.ts';
import { type Database, readPostgres } from '#server/storage/database.ts';
import { createFitConnectClient } from '#server/submission/fit-connect/client.ts';
import { loadTheme, themesIn } from '#server/theme/load-theme.ts';

/**
 * Prints every fault of a content folder, or its contents and findings: `node src/server/check-content.ts [folder]`. With
 * `--destinations` it also asks the delivery service, as the server's environment names it, whether the destination of
 * each form takes the form's data (docs/partners-delivery.md). With `--applications` it reads in the database of
 * `DATABASE_URL`, or in the embedded one of `DATA_DIR` while no server works on it, which applications this content would
 * leave without their form.
 */
const { positionals, values } = given();
const dir = positionals[0] ?? process.env.CONTENT_DIR ?? 'content';
const started = performance.now();
const folder = openFolder(dir);
const themes = themesIn(folder);
const [theme = process.env.THEME] = themes;
const loaded = loadContent(dir, { theme });
// All themes, not only the one in use.
const faults = [
  ...('faults' in loaded ? loaded.faults : []),
  ...themes.slice(1).flatMap((id) => loadTheme(folder, id).faults),
];
if ('faults' in loaded || faults.length > 0) {
  process.stderr.write(`${new ContentRefused(faults).message}\n${faults.length} faults\n`);
  process.exitCode = 1;
} else {
  const { version, frequent, synonyms, theme: _, ...kinds } = loaded.content;
  const counts = Object.entries(kinds).map(([kind, entries]) => `  ${entries.size} ${kind}`);
  counts.push(`  ${themes.length} themes`);
  const findings = contentFindings(loaded.content);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${[
      `${dir} has no fault (${seconds} s). Version ${version.slice(0, 12)}`,
      ...counts,
      ...findings,
      `${findings.length} findings`,
    ].join('\n')}\n`,
  );
  if (values.applications) await countOrphans(loaded.content);
  if (values.destinations) await askDestinations(loaded.content);
}

/** Reads the arguments of this process. Others end it, in words. */
function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        destinations: { type: 'boolean', default: false },
        applications: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : ''}\nnpm run check:content -- [FOLDER] [--destinations] [--applications]\n`,
    );
    process.exit(1);
  }
}

/** Prints the applications whose form this content does not have: nothing refuses it, but their drafts cannot go on. */
async function countOrphans(content: Content): Promise<void> {
  let close: (() => Promise<void>) | null = null;
  try {
    const applications = await openApplications();
    close = applications.close;
    const orphans = await orphansOf(applications.db, content);
    process.stdout.write(
      orphans.length === 0
        ? 'Every application in the database has its form.\n'
        : `${['Without their form would be:', ...inLines(orphans).map((line) => `  ${line}`)].join('\n')}\n`,
    );
  } catch (error) {
    process.stderr.write(
      `The applications could not be counted: ${error instanceof Error ? error.message : 'unknown'}\n`,
    );
    process.exitCode = 1;
  } finally {
    await close?.();
  }
}

/** Opens the database that the server's environment names. @throws Error when there is none, or a server works on it */
async function openApplications(): Promise<{ db: Database; close(): Promise<void> }> {
  const { DATABASE_URL, DATA_DIR } = readDatabaseConfig(process.env);
  if (DATABASE_URL) {
    const db = readPostgres(DATABASE_URL);
    return { db, close: () => db.destroy() };
  }
  if (!hasDatabase(DATA_DIR)) throw new Error(`there is no database in ${DATA_DIR}`);
  return openEmbeddedFor(DATA_DIR);
}

/** Returns the server's access to the delivery service; null where this runs without the server's environment. */
function deliveryConfig() {
  try {
    return readDeliveryConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    process.stderr.write(
      `The destinations were not asked: run this where the server runs, with its environment.\n${error.message}\n`,
    );
    process.exitCode = 1;
    return null;
  }
}

async function askDestinations(content: Content): Promise<void> {
  const config = deliveryConfig();
  if (!config) return;
  const client = createFitConnectClient({
    ...deliveryAccess(config),
    userAgent: 'Serviceportal/content-check',
    trustedCertificates: () => config.FITCONNECT_TRUSTED_CERTIFICATES,
  });
  const { forms, faults } = await checkDestinations(content, async (destinationId) => {
    const destination = await client.destination(destinationId);
    // A key that cannot be used stops applications as well.
    await client.encryptionKey(destination);
    return destination;
  });
  if (faults.length > 0) {
    process.stderr.write(
      `${faults.map((fault) => `  ${fault}`).join('\n')}\n${faults.length} faults of destinations\n`,
    );
    process.exitCode = 1;
  } else {
    process.stdout.write(`The destinations of ${forms} forms take their data.\n`);
  }
}
