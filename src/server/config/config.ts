import type * as z from 'zod';
import type { KeptSettings } from '#server/kept/kept-list.ts';
import { sealingFaults, vaultSettings } from '#server/sealing/settings.ts';
import { ConfigurationRefused, type Fault } from './fault.ts';
import { type Given, withFiles } from './given.ts';
import { openDatabases, unsafeInProduction } from './production.ts';
import { readEach } from './read-each.ts';
import { faultsTogether } from './together.ts';
import { environment, isName, purposeOf, type Variables } from './variables.ts';

export { ConfigurationRefused };

const deliveryService = environment.pick({
  FITCONNECT_TOKEN_URL: true,
  FITCONNECT_SUBMISSION_URL: true,
  FITCONNECT_DESTINATION_URL: true,
  FITCONNECT_ISSUER: true,
  FITCONNECT_CLIENT_ID: true,
  FITCONNECT_CLIENT_SECRET: true,
  FITCONNECT_TRUSTED_CERTIFICATES: true,
});
type DeliveryConfig = z.output<typeof deliveryService>;

const keysAndData = environment.pick({
  NODE_ENV: true,
  DATABASE_URL: true,
  DATABASE_POOLER: true,
  DATA_DIR: true,
  SEALING_KEYS: true,
  ...(Object.fromEntries(Object.keys(vaultSettings).map((name) => [name, true])) as {
    [N in keyof typeof vaultSettings]: true;
  }),
});

const theDatabase = environment.pick({ DATABASE_URL: true, DATA_DIR: true, NODE_ENV: true });

const migrating = environment.pick({
  NODE_ENV: true,
  DATABASE_URL: true,
  DATABASE_POOLER: true,
  MIGRATION_DATABASE_URL: true,
  DATA_DIR: true,
});

const keeping = environment.pick({
  SESSION_IDLE_MINUTES: true,
  SESSION_ABSOLUTE_MINUTES: true,
  MAIL_RETRY_HOURS: true,
  REFUND_DAYS: true,
});

export type Config = Omit<
  Variables,
  'PUBLIC_URL' | 'LOG_LEVEL' | 'INSPECTOR' | 'MIGRATE_AT_START' | 'PARTNER_CHECK_MINUTES'
> & {
  PARTNER_CHECK_MINUTES: number;
  MIGRATE_AT_START: boolean;
  INSPECTOR: 'self' | 'off';
  /** Without a trailing slash. */
  PUBLIC_URL: string;
  LOG_LEVEL: string;
};

/**
 * Reads and checks the environment (docs/operations.md lists the variables).
 * @throws ConfigurationRefused that names every variable that is missing or wrong
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const config = read(environment, variables, (given, values) => [
    ...faultsTogether(given, values),
    ...(isProduction(values.NODE_ENV) ? unsafeInProduction(given, values) : []),
  ]);
  return {
    ...config,
    // In production by a role of its own: the server's changes no tables.
    MIGRATE_AT_START: config.MIGRATE_AT_START ?? config.NODE_ENV !== 'production',
    PARTNER_CHECK_MINUTES: config.PARTNER_CHECK_MINUTES ?? (config.NODE_ENV === 'production' ? 5 : 0),
    INSPECTOR: config.INSPECTOR ?? (config.NODE_ENV === 'production' ? 'off' : 'self'),
    // As browsers write it: without the slash, in small letters, with umlauts in Punycode.
    PUBLIC_URL: new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin,
    LOG_LEVEL: config.LOG_LEVEL ?? (config.NODE_ENV === 'production' ? 'info' : 'trace'),
  };
}

/**
 * Reads what is needed to ask the delivery service, without the rest.
 * @throws ConfigurationRefused that names every variable that is missing or wrong
 */
export const readDeliveryConfig = (variables: NodeJS.ProcessEnv): DeliveryConfig =>
  read(deliveryService, variables);

/** Reads the settings that say how long something is kept; each has a default. @throws ConfigurationRefused */
export const keptSettings = (from: NodeJS.ProcessEnv | KeptSettings): KeptSettings => {
  const { values, faults } = readEach(keeping.shape, from);
  refuse(faults);
  return values as KeptSettings;
};

/**
 * Reads what is needed to work on the keys of what is stored, without the rest.
 * @throws ConfigurationRefused that names every variable that is missing or wrong
 */
export const readKeysConfig = (variables: NodeJS.ProcessEnv): z.output<typeof keysAndData> =>
  read(keysAndData, variables, (given, values) => [
    ...sealingFaults(given),
    ...embeddedInProduction(values, given),
    ...unsafeDatabase(values),
  ]);

/**
 * Reads which database a command works on, without the rest.
 * @throws ConfigurationRefused also where only the default would be left: it is easily another database than the server's
 */
export const readDatabaseConfig = (variables: NodeJS.ProcessEnv): z.output<typeof theDatabase> =>
  read(theDatabase, variables, (given, values) =>
    given.DATABASE_URL === undefined && given.DATA_DIR === undefined
      ? [{ name: 'DATABASE_URL', reason: 'is missing, and so is DATA_DIR: one names the database' }]
      : [...embeddedInProduction(values, given), ...unsafeDatabase(values)],
  );

/**
 * Reads into which database a restore goes: by the role of migrations, where one is named, as a restore makes the tables.
 * @throws ConfigurationRefused as `readDatabaseConfig` does
 */
export function readRestoreConfig(variables: NodeJS.ProcessEnv): z.output<typeof theDatabase> {
  const { MIGRATION_DATABASE_URL } = read(migrating, variables);
  if (MIGRATION_DATABASE_URL === undefined) return readDatabaseConfig(variables);
  const { DATABASE_URL_FILE: _, ...rest } = variables;
  return readDatabaseConfig({ ...rest, DATABASE_URL: MIGRATION_DATABASE_URL });
}

/** The embedded database in production, where no server would use it. */
const embeddedInProduction = ({ NODE_ENV }: Partial<Variables>, { DATABASE_URL }: Given): Fault[] =>
  isProduction(NODE_ENV) && DATABASE_URL === undefined
    ? [{ name: 'DATABASE_URL', reason: 'is missing; production has no embedded database' }]
    : [];

/** A misspelt kind of environment is taken for the strictest. */
const isProduction = (environment = 'production'): boolean => environment === 'production';

/** Returns the faults of a command's database in production, which are those of the server's. */
const unsafeDatabase = (values: Partial<Variables>): Fault[] =>
  isProduction(values.NODE_ENV) ? openDatabases(values) : [];

/** Reads what is needed to bring the database up to date, without the rest. @throws ConfigurationRefused */
export const readMigrationConfig = (variables: NodeJS.ProcessEnv): z.output<typeof migrating> =>
  read(migrating, variables, (given, values) => [
    ...(given.DATABASE_POOLER !== undefined && given.MIGRATION_DATABASE_URL === undefined
      ? [{ name: 'MIGRATION_DATABASE_URL', reason: 'is missing: migrations do not go through a pooler' }]
      : []),
    ...(given.MIGRATION_DATABASE_URL === undefined ? embeddedInProduction(values, given) : []),
    ...unsafeDatabase(values),
  ]);

/** Returns the addresses of the delivery service and who we are there. */
export const deliveryAccess = (config: DeliveryConfig) => ({
  tokenUrl: config.FITCONNECT_TOKEN_URL,
  submissionUrl: config.FITCONNECT_SUBMISSION_URL,
  destinationUrl: config.FITCONNECT_DESTINATION_URL,
  issuer: config.FITCONNECT_ISSUER,
  clientId: config.FITCONNECT_CLIENT_ID,
  clientSecret: config.FITCONNECT_CLIENT_SECRET,
});

/** @param more returns the faults that no variable has by itself */
function read<S extends Readonly<Record<string, z.ZodType>>>(
  { shape }: z.ZodObject<S>,
  variables: NodeJS.ProcessEnv,
  more: (given: Given, values: Partial<Variables>) => Fault[] = () => [],
): z.output<z.ZodObject<S>> {
  const { given, faults: ofFiles } = withFiles(variables);
  const { values, faults } = readEach(shape, given);
  const others = [...faults, ...more(given, values as Partial<Variables>)];
  // A variable whose file cannot be used is not missing.
  const inFiles = new Set(ofFiles.map(({ name }) => name.replace(/_FILE$/, '')));
  refuse([...ofFiles, ...others.filter(({ name }) => !inFiles.has(name))]);
  return values as z.output<z.ZodObject<S>>;
}

/** Returns what is wrong as lines: all faults of each variable, and then what it is for. */
export function linesOf(faults: readonly Fault[]): string[] {
  const names = [...new Set(faults.map(({ name }) => name))];
  return names.flatMap((name) => {
    const its = faults.filter((fault) => fault.name === name);
    const about = its.find((fault) => fault.about !== undefined)?.about ?? name.replace(/_FILE$/, '');
    const reasons = [...new Set(its.map(({ reason }) => reason))];
    return [
      ...reasons.map((reason) => `  ${name}: ${reason}`),
      isName(about) ? purposeLine(purposeOf(about)) : `    ${ALL_VARIABLES}`,
    ];
  });
}

const ALL_VARIABLES = 'all variables are in docs/operations.md#configuration';

/** @throws ConfigurationRefused with all faults, where there is one; each says what its variable is for */
function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw new ConfigurationRefused(
    `The configuration cannot be used (variables of the environment):\n${linesOf(faults).join('\n')}`,
  );
}

const purposeLine = ({ purpose, page }: ReturnType<typeof purposeOf>): string =>
  `    ${purpose} (docs/${page})`;
