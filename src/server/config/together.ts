import { sealingFaults } from '#server/sealing/settings.ts';
import { certificateFaults } from './certificate-faults.ts';
import type { Fault } from './fault.ts';
import { formServerFaults } from './form-server-settings.ts';
import type { Given } from './given.ts';
import { halfConfigured, halfTranslated } from './login-settings.ts';
import { isThisMachine } from './this-machine.ts';
import type { Name, Variables } from './variables.ts';

type Group = { of: string; names: readonly Name[] };

/** Variables that are set together or not at all. */
const groups: readonly Group[] = [
  { of: 'shared services', names: ['EFA_PARTNERS', 'EFA_ID', 'EFA_PRIVATE_KEY'] },
  { of: 'the feedback component', names: ['NFK_URL', 'NFK_TOKEN', 'NFK_REGION'] },
  {
    of: "the operators' login",
    names: ['OPERATORS_ISSUER', 'OPERATORS_CLIENT_ID', 'OPERATORS_CLIENT_SECRET'],
  },
  { of: 'e-mails', names: ['SMTP_URL', 'MAIL_FROM'] },
  { of: 'security.txt', names: ['SECURITY_TXT_CONTACT', 'SECURITY_TXT_EXPIRES'] },
  { of: 'the login at the mail server', names: ['SMTP_USER', 'SMTP_PASSWORD'] },
];

/**
 * Returns the faults of variables that depend on each other.
 * @param values those that are right by themselves
 */
export function faultsTogether(given: Given, values: Partial<Variables>): Fault[] {
  return [
    ...sealingFaults(given),
    ...halfConfigured(given),
    ...halfTranslated(given),
    ...formServerFaults(given, values),
    ...certificateFaults(values),
    ...ofNothing(given),
    ...groups.flatMap((group) => half(group, given)),
    ...otherwiseWrong(values),
  ];
}

function half({ of, names }: Group, given: Given): Fault[] {
  const missing = names.filter((name) => given[name] === undefined);
  return missing.length === names.length
    ? []
    : missing.map((name) => ({ name, reason: `is missing, while other variables of ${of} are set` }));
}

/** Variables that say more about another one, and nothing without it. */
const belonging: Partial<Record<Name, readonly Name[]>> = {
  SMTP_URL: ['SMTP_USER', 'SMTP_PASSWORD'],
  SCANNER_URL: ['SCANNER_CERTIFICATES'],
  NKB_ENTRY_POINT: ['NKB_SLO_URL', 'NKB_ACCOUNT_URL'],
  ELSTER_ENTRY_POINT: ['ELSTER_SLO_URL', 'ELSTER_ACCOUNT_URL', 'ELSTER_ATTRIBUTE_NAMES'],
  SK_ISSUER: ['SK_ACCOUNT_URL'],
};

function ofNothing(given: Given): Fault[] {
  return Object.entries(belonging).flatMap(([main, names]) =>
    given[main] !== undefined
      ? []
      : names
          .filter((name) => given[name] !== undefined)
          .map((name) => ({ name, reason: `has no effect without ${main}; set both, or neither` })),
  );
}

/** Addresses that mean all of a machine. */
const ANYWHERE: readonly string[] = ['0.0.0.0', '::'];

function otherwiseWrong(values: Partial<Variables>): Fault[] {
  const { EFA_PARTNERS, EFA_ID, SMTP_URL, SMTP_TLS, PUBLIC_URL, REFUND_BY_TWO, OPERATORS_ISSUER } = values;
  const { PORT, HOST, MONITORING_PORT, MONITORING_HOST } = values;
  const { SESSION_IDLE_MINUTES: idle = 0, SESSION_ABSOLUTE_MINUTES: absolute = Infinity } = values;
  const faults: [isWrong: boolean, Fault][] = [
    [
      EFA_PARTNERS?.some(({ id }) => id === EFA_ID) ?? false,
      { name: 'EFA_ID', reason: 'is the id of a portal in EFA_PARTNERS, too' },
    ],
    [
      SMTP_TLS === 'off' && SMTP_URL !== undefined && !isThisMachine(new URL(SMTP_URL).hostname),
      { name: 'SMTP_TLS', reason: 'only a mail server on this machine can do without' },
    ],
    [
      MONITORING_PORT !== undefined &&
        MONITORING_PORT === PORT &&
        PORT !== 0 &&
        (MONITORING_HOST === HOST || [MONITORING_HOST, HOST].some((at) => ANYWHERE.includes(at ?? ''))),
      { name: 'MONITORING_PORT', reason: 'is the port of the portal (PORT), too' },
    ],
    [
      idle > absolute,
      { name: 'SESSION_IDLE_MINUTES', reason: 'is longer than SESSION_ABSOLUTE_MINUTES, so it never counts' },
    ],
    [
      PUBLIC_URL !== undefined && !isRoot(PUBLIC_URL),
      { name: 'PUBLIC_URL', reason: 'the portal has a host of its own: no path, query or user is expected' },
    ],
    [
      REFUND_BY_TWO === true && OPERATORS_ISSUER === undefined,
      { name: 'REFUND_BY_TWO', reason: 'needs operators who are persons: set OPERATORS_ISSUER' },
    ],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, fault]) => fault);
}

function isRoot(address: string): boolean {
  const { origin, href } = new URL(address);
  return href === `${origin}/`;
}
