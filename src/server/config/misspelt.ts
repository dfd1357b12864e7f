import { editDistance } from '#server/content/places/edit-distance.ts';
import type { Fault } from './fault.ts';
import type { Given } from './given.ts';
import { environment, secrets } from './variables.ts';

const known: readonly string[] = [
  ...Object.keys(environment.shape),
  ...secrets.map((name) => `${name}_FILE`),
];

/** First words that only our variables have; others, as `NODE_`, `LOG_` or `DATA_`, belong to everybody. */
const PREFIXES = [
  'ANONYMOUS',
  'CALLS',
  'CONFIRMING',
  'DELIVERY',
  'EFA',
  'EID',
  'ELSTER',
  'FITCONNECT',
  'INSPECTOR',
  'LIP',
  'NFK',
  'MAIL_RETRY',
  'NKB',
  'OPERATIONS',
  'OPERATOR',
  'OPERATORS',
  'PAYMENT',
  'POSTBOX',
  'REFUND',
  'SCANNER',
  'SEALING',
  'SESSION',
  'SIGNING',
  'SK',
  'SMTP',
  'TRAIL',
  'VAULT',
];
/**
 * Variables by which OpenTelemetry says where traces go, and how. All others of its names are for other programs and
 * kinds of data: a machine sets them for everybody.
 */
const OF_TRACES = /^OTEL_(TRACES_|EXPORTER_OTLP_(?!METRICS_|LOGS_|PROFILES_))/;
/** Variables that Kubernetes sets for each service of a namespace, whatever that is called. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?$/;

/** Typing mistakes within which a name is taken for one of ours, and the length from which that tells something. */
const MISTAKES = 2;
const SHORTEST = 8;

/** Returns the variables that are nearly ours: a misspelt one would be ignored, and its default would count. */
export function misspelt(given: Given): Fault[] {
  return Object.keys(given).flatMap((name) => {
    if (given[name] === undefined || known.includes(name) || OF_KUBERNETES.test(name)) return [];
    const inFile = name.replace(/_FILE$/, '');
    if (inFile !== name && known.includes(inFile))
      return [
        { name, reason: `is not read: only secrets can be in files; set ${inFile} itself`, about: inFile },
      ];
    const isOurs = OF_TRACES.test(name) || PREFIXES.some((prefix) => name.startsWith(`${prefix}_`));
    const meant = isOurs || !name.startsWith('OTEL_') ? meantBy(name) : undefined;
    if (meant === undefined && !isOurs) return [];
    return [{ name, reason: meant ? `is not known; ${meant} may be meant` : 'is not known', about: meant }];
  });
}

function meantBy(name: string): string | undefined {
  if (name.length < SHORTEST) return undefined;
  const upper = name.toUpperCase();
  if (known.includes(upper)) return upper;
  return known.find((one) => one.length >= SHORTEST && editDistance(name, one, MISTAKES) <= MISTAKES);
}
