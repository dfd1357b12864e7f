import { type Config, deliveryAccess } from '#server/config/config.ts';
import { readPairs } from '#server/config/pairs.ts';
import { isThisMachine } from '#server/config/this-machine.ts';
import { createMetadataSource } from '#server/identity/oidc-metadata.ts';
import { askSmtp } from '#server/mails/smtp/mailer.ts';
import type { Partner } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import { createAsk } from '#server/payment/xbezahldienste/http.ts';
import { createAccessTokens as paymentTokens } from '#server/payment/xbezahldienste/token.ts';
import { createClamd } from '#server/scanner/clamd.ts';
import { createHttp } from '#server/submission/fit-connect/http.ts';
import { createAccessTokens as deliveryTokens } from '#server/submission/fit-connect/token.ts';
import { tracesUrl } from '#server/tracing/settings.ts';
import { clockFinding } from './clocks.ts';
import { type Check, type Finding, fault, ok, reasonOf, warning } from './finding.ts';
import { lookAtCertificate } from './tls.ts';

const LOGIN = 'partners-login-payment.md';
const DELIVERY = 'partners-delivery.md';
const MOST_BYTES = 1024 * 1024;

export type Asking = { now: () => Date; patienceMs: number };
type Address = { about: string; partner: Partner; address: string | undefined; page: string };

/** Returns a check of each partner that is configured. Nothing is sent but what asks: no payment, no submission. */
export function partnerChecks(config: Config, asking: Asking): Check[] {
  return [
    ...reachable(config).flatMap(({ address, ...one }) =>
      address === undefined
        ? []
        : [
            {
              ...one,
              look: async () => [
                ...onThisMachine(config, { ...one, address }),
                ...(await lookAtAddress({ ...one, address }, asking)),
              ],
            },
          ],
    ),
    ...credentials(config, asking),
    ...(config.SCANNER_URL !== undefined && config.SCANNER === 'on' ? [scanner(config, asking)] : []),
    ...(config.SMTP_URL !== undefined && config.MAIL_FROM !== undefined ? [mail(config, asking)] : []),
    ...traceCollector(config, asking),
  ];
}

/** The providers by OpenID Connect. */
const openIdLogins = ({ EID_ISSUER: eid, SK_ISSUER: sk, OPERATORS_ISSUER: operators }: Config) => ({
  eid,
  sk,
  operators,
});

/** The addresses that are called. */
const reachable = (config: Config): Address[] => [
  { about: 'payment', partner: 'payment', address: config.PAYMENT_URL, page: LOGIN },
  {
    about: 'delivery',
    partner: 'delivery service',
    address: config.FITCONNECT_SUBMISSION_URL,
    page: DELIVERY,
  },
  {
    about: 'destinations',
    partner: 'delivery service',
    address: config.FITCONNECT_DESTINATION_URL,
    page: DELIVERY,
  },
  { about: 'login nkb', partner: 'identity', address: config.NKB_ENTRY_POINT, page: LOGIN },
  { about: 'login elster', partner: 'identity', address: config.ELSTER_ENTRY_POINT, page: LOGIN },
  ...Object.entries(openIdLogins(config)).map(([id, address]) => ({
    about: `login ${id}`,
    partner: 'identity' as const,
    address,
    page: LOGIN,
  })),
  { about: 'form server', partner: 'form server', address: config.LIP_URL, page: 'partners-forms.md' },
  {
    about: 'feedback component',
    partner: 'feedback component',
    address: config.NFK_URL,
    page: 'operations.md#feedback',
  },
  ...(config.EFA_PARTNERS ?? []).map(({ id, portal }) => ({
    about: `portal ${id}`,
    partner: 'neighbour' as const,
    address: portal,
    page: 'partners-shared-services.md',
  })),
];

/** Partners are elsewhere: on this machine may be a proxy to one, but also a stand-in that takes everything. */
function onThisMachine(
  { NODE_ENV }: Pick<Config, 'NODE_ENV'>,
  { about, address, page }: Omit<Address, 'address'> & { address: string },
): Finding[] {
  const { hostname, origin } = new URL(address);
  return NODE_ENV === 'production' && isThisMachine(hostname)
    ? [
        warning(
          about,
          `${origin} is this machine`,
          'Look whether a stand-in listens there, or a way out',
          page,
        ),
      ]
    : [];
}

/** Whether anybody answers there, with which certificate, and what time it is there. */
async function lookAtAddress(
  { about, partner, address, page }: Address & { address: string },
  asking: Asking,
): Promise<Finding[]> {
  const { protocol, hostname, port, origin } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const certificate =
    protocol === 'https:' ? [lookAtCertificate(about, { host, port: Number(port || 443) }, asking)] : [];
  const client = createPartnerClient({
    partner,
    timeoutMs: asking.patienceMs,
    mostBytes: MOST_BYTES,
    redirect: 'manual',
  });
  const asked = asking.now().getTime();
  try {
    const { status, headers } = await client.head(address);
    const theirs = Date.parse(headers.get('date') ?? '');
    const ahead = (asked + asking.now().getTime()) / 2 - theirs;
    const todo = 'Ask those who run it; until then people who need it are asked to come back';
    const answers =
      status === 502 || status === 503 || status === 504
        ? fault(about, `${origin} answers ${status}`, todo, page)
        : ok(about, `${origin} answers`);
    const clock = Number.isNaN(theirs) ? [] : [clockFinding(about, ahead / 1000)];
    return [answers, ...(await Promise.all(certificate)), ...clock];
  } catch (error) {
    const todo = 'Compare the address, and the rules of firewall and proxy';
    const certificates = (await Promise.all(certificate)).filter(({ level }) => level !== 'ok');
    return [fault(about, `${origin} does not answer: ${reasonOf(error)}`, todo, page), ...certificates];
  }
}

/** Logins of the portal itself at partners where asking for one has no effect. */
function credentials(config: Config, { patienceMs }: Asking): Check[] {
  const taken = async (about: string, page: string, ask: () => Promise<unknown>) => {
    try {
      await ask();
      return [ok(about, 'our id and secret are taken')];
    } catch (error) {
      return [
        fault(about, `no access token: ${reasonOf(error)}`, 'Compare id and secret with the partner', page),
      ];
    }
  };
  const metadata = (about: string, id: string, issuer: string) => async () => {
    const ask = createPartnerFetch({ partner: 'identity', id, timeoutMs: patienceMs, mostBytes: MOST_BYTES });
    try {
      await createMetadataSource(issuer, ask).fresh();
      return [ok(about, 'its metadata can be used')];
    } catch (error) {
      return [fault(about, reasonOf(error), 'Compare the issuer with the partner', LOGIN)];
    }
  };
  const delivery = {
    ...deliveryAccess(config),
    userAgent: 'Serviceportal/check',
    trustedCertificates: () => config.FITCONNECT_TRUSTED_CERTIFICATES,
    timeoutMs: patienceMs,
    retry: { limit: 0, firstDelayMs: 0 },
  };
  const payment = {
    tokenUrl: config.PAYMENT_TOKEN_URL,
    clientId: config.PAYMENT_CLIENT_ID,
    clientSecret: config.PAYMENT_CLIENT_SECRET,
  };
  return [
    {
      about: 'payment',
      page: LOGIN,
      look: () => taken('payment', LOGIN, () => paymentTokens(payment, createAsk(patienceMs)).get()),
    },
    {
      about: 'delivery',
      page: DELIVERY,
      look: () => taken('delivery', DELIVERY, () => deliveryTokens(createHttp(delivery), delivery).get()),
    },
    ...Object.entries(openIdLogins(config)).flatMap(([id, issuer]) => {
      const about = `login ${id}`;
      return issuer === undefined ? [] : [{ about, page: LOGIN, look: metadata(about, id, issuer) }];
    }),
  ];
}

function scanner(
  { SCANNER_URL: url = '', SCANNER_CERTIFICATES: certificates }: Config,
  asking: Asking,
): Check {
  const about = 'scanner';
  const page = 'scanner.md';
  const { protocol, hostname, port } = new URL(url);
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310), certificates };
  return {
    about,
    page,
    look: async () => {
      const tls = protocol === 'clamds:' ? [await lookAtCertificate(about, at, asking)] : [];
      try {
        await createClamd(url, { certificates, patienceMs: asking.patienceMs }).ping();
        return [ok(about, 'answers'), ...tls];
      } catch (error) {
        const todo = 'Start it, or compare its address; until then uploads wait';
        return [fault(about, reasonOf(error), todo, page), ...tls.filter(({ level }) => level !== 'ok')];
      }
    },
  };
}

function mail(config: Config, { patienceMs }: Asking): Check {
  const about = 'mail server';
  const page = 'operations.md#e-mails';
  return {
    about,
    page,
    look: async () => {
      try {
        await askSmtp({
          url: config.SMTP_URL!,
          tls: config.SMTP_TLS === 'required',
          user: config.SMTP_USER,
          password: () => config.SMTP_PASSWORD,
          certificates: config.SMTP_CERTIFICATES,
          silenceMs: patienceMs,
        });
        return [ok(about, 'answers, and takes our login where one is set')];
      } catch (error) {
        const todo = 'Compare address, certificates, login and password; until then e-mails wait';
        return [fault(about, `it cannot be used: ${reasonOf(error)}`, todo, page)];
      }
    },
  };
}

/** Whether the collector takes traces of ours. The portal works without it, so its absence is a warning. */
function traceCollector(config: Config, asking: Asking): Check[] {
  const about = 'trace collector';
  const page = 'monitoring.md#traces';
  const url = tracesUrl(config);
  if (url === null) return [];
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const look = async (): Promise<Finding[]> => {
    const tls =
      protocol === 'https:'
        ? [await lookAtCertificate(about, { host, port: Number(port || 443) }, asking)]
        : [];
    const { askCollector } = await import('#server/tracing/otlp-exporter.ts');
    const headers = () => readPairs(config.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {};
    try {
      await askCollector({ url, headers, timeoutMs: asking.patienceMs });
      return [ok(about, 'takes our traces'), ...tls];
    } catch (error) {
      const todo = 'Compare its address and our headers; until then traces are lost, and nothing else';
      return [warning(about, reasonOf(error), todo, page), ...tls.filter(({ level }) => level !== 'ok')];
    }
  };
  return [{ about, page, look }];
}
