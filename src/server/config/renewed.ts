import type { Config } from './config.ts';

/** Variables that the server reads from its configuration at each use, so that they can be renewed. */
const READ_AT_EACH_USE = [
  'DATABASE_URL',
  'EFA_PRIVATE_KEY',
  'LIP_PRIVATE_KEY',
  'LIP_PUBLIC_KEY',
  'OPERATIONS_TOKEN',
  'OPERATORS_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SCANNER_CERTIFICATES',
  'SIGNING_SECRET',
  'SMTP_CERTIFICATES',
] as const satisfies readonly (keyof Config)[];
export type Renewed = Pick<Config, (typeof READ_AT_EACH_USE)[number]>;

/**
 * Returns a configuration whose own secrets are those of the moment. A copy of it has those of its own moment.
 * @param current returns them as last read
 */
export function withRenewed(config: Config, current: () => Renewed): Config {
  const getters = READ_AT_EACH_USE.map((name) => [name, { enumerable: true, get: () => current()[name] }]);
  return Object.defineProperties({ ...config }, Object.fromEntries(getters)) as Config;
}
