import { workshopPaths } from '#contract/pages.ts';
import { DEMONSTRATION_ACCOUNTS } from '#stand-ins/business/accounts.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { METHODS } from '#stand-ins/identity/profile.ts';
import { PERSONS } from '#stand-ins/openid/persons.ts';
import type { Partners } from './partners.ts';

type Listed = { name: string; detail: string; remark: { en: string } };
const line = ({ name, detail, remark }: Listed) => `  ${name.padEnd(34)} ${detail.padEnd(34)} ${remark.en}`;

type Welcome = {
  portalUrl: string;
  partners: Partners;
  /** Null where it is not the one for demonstration. */
  operationsToken: string | null;
  /** Duration of the start. */
  seconds: number;
};

/** The output of `npm start` once everything runs: addresses to open, and people to log in as. */
export function welcome({ portalUrl, partners, operationsToken, seconds }: Welcome): string {
  const [workshop, inEnglish] = [portalUrl + workshopPaths.de, portalUrl + workshopPaths.en];
  return [
    '',
    `The service portal is ready after ${seconds.toFixed(1)} s: ${portalUrl}`,
    '',
    `  Calls of the service        ${portalUrl}/api/docs`,
    ...addressesOf(partners),
    '',
    'The workshop, which shows the workflows of the portal:',
    `  In German                   ${workshop}`,
    `  In English                  ${inEnglish}`,
    `  A window followed in it     ${portalUrl}/?inspect (any page, with ?inspect at the end of its address)`,
    `  Token of the operators      ${operationsToken ?? 'the one in OPERATIONS_TOKEN'} (also opens ${portalUrl}/betrieb)`,
    '',
    ...persons(),
    '',
    'Stop with Ctrl+C. Everything is kept in the data folder.',
  ].join('\n');
}

/** The addresses of the stand-ins, and whom one can be there: what they say when they run without the portal. */
export const standIns = (partners: Partners): string[] => [...addressesOf(partners), '', ...persons()];

const addressesOf = (partners: Partners): string[] => [
  `  Citizens' account           ${partners.identity.origin} (stand-in)`,
  `  Business account            ${partners.business.origin} (stand-in)`,
  `  Payment provider            ${partners.payment.origin} (stand-in)`,
  `  Delivery and authorities    ${partners.delivery.origin} (stand-in: see what arrived)`,
  `  Online ID card              ${partners.eid.origin} (stand-in)`,
  `  Service account             ${partners.sk.origin} (stand-in)`,
  `  Staff accounts              ${partners.operators.origin} (stand-in: who runs the portal)`,
  `  Form server                 ${partners.forms.origin} (stand-in)`,
  `  Mail server                 ${partners.mail.origin} (stand-in: see what arrived)`,
  `  Feedback component          ${partners.feedback.origin} (stand-in: see what arrived)`,
  `  Scanner for uploads         ${partners.scanner.url} (stand-in: knows the EICAR test file)`,
  `  Another state's portal      ${partners.neighbour.origin} (stand-in: hands people over, and takes them)`,
  `  App of the online ID card   ${partners.cardApp.origin} (stand-in: switch it there)`,
];

function persons(): string[] {
  const citizens = DEMONSTRATION_PERSONS.map(({ methods, ...person }) =>
    line({ ...person, detail: methods.map((method) => METHODS[method].en).join(', ') }),
  );
  const companies = DEMONSTRATION_ACCOUNTS.map((account) =>
    line({ ...account, detail: account.persons.map(({ name }) => name).join(', ') }),
  );
  const ofOpenId = (kind: keyof typeof PERSONS) =>
    PERSONS[kind].map(({ levels, ...person }) => line({ ...person, detail: levels.join(', ') }));
  return [
    "Demonstration persons of the citizens' account (trust levels):",
    ...citizens,
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
    'Demonstration operators, who log in at /betrieb (roles):',
    ...ofOpenId('operators'),
  ];
}
