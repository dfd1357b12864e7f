import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { availableMetadata } from '#server/content/offers.ts';
import type { Content } from '#server/content/types.ts';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import { loadContent } from '#server/content-store/load.ts';
import { handInSchema, publicServiceOf, schemasOf } from '#server/sending/steps/package.ts';
import { startBusinessStandIn } from '#stand-ins/business/server.ts';
import { type CardAppStandIn, startCardAppStandIn } from '#stand-ins/card-app/server.ts';
import { type DeliveryStandIn, startDeliveryStandIn } from '#stand-ins/delivery/server.ts';
import { type FeedbackStandIn, startFeedbackStandIn } from '#stand-ins/feedback/server.ts';
import { type FormsStandIn, startFormsStandIn } from '#stand-ins/forms/server.ts';
import type { IdentityStandIn } from '#stand-ins/identity/account.ts';
import { startIdentityStandIn } from '#stand-ins/identity/server.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { type MailStandIn, startMailStandIn } from '#stand-ins/mail/server.ts';
import { publicKeyOf } from '#stand-ins/neighbour/messages.ts';
import { type NeighbourStandIn, startNeighbourStandIn } from '#stand-ins/neighbour/server.ts';
import {
  type OpenIdStandIn,
  type OpenIdStandInOptions,
  startOpenIdStandIn,
} from '#stand-ins/openid/server.ts';
import { type PaymentStandIn, startPaymentStandIn } from '#stand-ins/payment/server.ts';
import { type ScannerStandIn, startScannerStandIn } from '#stand-ins/scanner/server.ts';
import { startVaultStandIn, type VaultStandIn } from '#stand-ins/vault/server.ts';

const names = [
  'identity',
  'payment',
  'delivery',
  'scanner',
  'cardApp',
  'eid',
  'sk',
  'business',
  'forms',
  'neighbour',
  'smtp',
  'mail',
  'feedback',
  'vault',
  'operators',
] as const;
type PartnerName = (typeof names)[number];
const freePorts = Object.fromEntries(names.map((name) => [name, 0])) as Record<PartnerName, number>;

export type PartnersOptions = {
  /** Folder with keys and state, so that a restart continues from them. */
  stateDir: string;
  /** Offers of the portal, with fees and recipients (readContent). */
  content: Content;
  /** Public address of the portal. */
  portalUrl: string;
  /** By default, any free ones. */
  ports?: Record<PartnerName, number>;
  /** Time until the authority accepts a submission. */
  acceptAfterMs: number;
  /** Seconds after which the form server closes an unused form; by default its own limit. */
  formSessionSeconds?: number;
};

export type Partners = {
  identity: IdentityStandIn;
  business: IdentityStandIn;
  payment: PaymentStandIn;
  delivery: DeliveryStandIn;
  scanner: ScannerStandIn;
  /** The app on the person's device, which is no partner; the demonstration has both on one device. */
  cardApp: CardAppStandIn;
  eid: OpenIdStandIn;
  sk: OpenIdStandIn;
  /** The provider at which operators log in; `operatorsEnvironment` has the variables. */
  operators: OpenIdStandIn;
  operatorsEnvironment: Record<string, string>;
  forms: FormsStandIn;
  mail: MailStandIn;
  /** Vault, which the demonstration does not use by itself; `vaultEnvironment` has the variables. */
  vault: VaultStandIn;
  vaultEnvironment: Record<string, string>;
  /** The national feedback component. */
  feedback: FeedbackStandIn;
  /** Another state's portal. */
  neighbour: NeighbourStandIn;
  /** The portal's configuration for these partners, as environment variables. */
  environment: Record<string, string>;
  close(): Promise<void>;
};

const newSecret = () => randomBytes(32).toString('base64url');
const newKey = () =>
  String(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );
const secret = z.string().default(newSecret);
const key = z.string().default(newKey);
/** Each is made where the folder does not have it yet, such as that of an earlier version. */
const secretsShape = z.object({
  signing: secret,
  sealing: secret,
  payment: secret,
  delivery: secret,
  eidKey: key,
  sk: secret,
  lipKey: key,
  efaKey: key,
  smtp: secret,
  nfk: secret,
  operators: secret,
});
/** The token of the demonstration's Vault. It is public here, so it protects nothing. */
const VAULT_TOKEN = 'demonstration-token-of-vault';
/** Id of the portal at the neighbour. */
const OWN_ID = 'sh';
const POSTBOX_DESTINATION_ID = '6b1a6e3c-94a0-4f0c-9a5a-6f1f0b6f8d11';

/** The content of a folder. @throws ContentRefused with every fault */
export function readContent(dir: string): Content {
  const loaded = loadContent(dir);
  if ('faults' in loaded) throw new ContentRefused(loaded.faults);
  return loaded.content;
}

/** Starts all partner stand-ins and returns how the portal reaches them. */
export async function startPartners(options: PartnersOptions): Promise<Partners> {
  const { stateDir, content, portalUrl, ports = freePorts } = options;
  const file = stateFile(path.join(stateDir, 'secrets.json'), secretsShape.nullable(), null);
  const secrets = (await file.read()) ?? secretsShape.parse({});
  await file.write(secrets);
  const portal = await loadKeyPair(path.join(stateDir, 'portal'), 'portal', 'Serviceportal');
  const portalForBusiness = await loadKeyPair(path.join(stateDir, 'portal'), 'business', 'Serviceportal');
  const issuer = `${portalUrl}/api/auth/saml2/metadata`;
  const issuerForBusiness = `${issuer}?providerId=elster`;

  const startOpenId = (
    kind: OpenIdStandInOptions['kind'],
    proof: OpenIdStandInOptions['client']['proof'],
    redirectPath = `/api/auth/oidc/callback/${kind}`,
  ) =>
    startOpenIdStandIn({
      kind,
      port: ports[kind],
      stateDir: path.join(stateDir, 'openid'),
      client: {
        id: 'serviceportal',
        redirectUri: portalUrl + redirectPath,
        logoutUri: `${portalUrl}/api/auth/oidc/logout/${kind}`,
        proof,
      },
    });
  const running = await together({
    identity: startIdentityStandIn({
      port: ports.identity,
      stateDir: path.join(stateDir, 'identity'),
      serviceProvider: {
        issuer,
        assertionConsumerUrl: `${portalUrl}/api/auth/saml2/acs`,
        logoutUrl: `${portalUrl}/api/auth/saml2/slo/nkb`,
        certificate: portal.certificate,
      },
    }),
    payment: startPaymentStandIn({
      port: ports.payment,
      stateDir: path.join(stateDir, 'payment'),
      clientId: 'serviceportal',
      clientSecret: secrets.payment,
      payees: payeesOf(content),
    }),
    delivery: startDeliveryStandIn({
      port: ports.delivery,
      stateDir: path.join(stateDir, 'delivery'),
      clientId: 'serviceportal',
      clientSecret: secrets.delivery,
      destinations: destinationsOf(content),
      schemas: [...content.metadata.values()].flatMap(({ dataSchemas = [] }) => dataSchemas),
      postboxDestinationId: POSTBOX_DESTINATION_ID,
      clerk: { acceptAfterMs: options.acceptAfterMs },
    }),
    scanner: startScannerStandIn({ port: ports.scanner }),
    cardApp: startCardAppStandIn({ port: ports.cardApp }),
    eid: startOpenId('eid', { jwksUri: `${portalUrl}/api/auth/oidc/jwks/eid` }),
    sk: startOpenId('sk', { secret: secrets.sk }),
    operators: startOpenId('operators', { secret: secrets.operators }, '/betrieb/anmeldung'),
    business: startBusinessStandIn({
      port: ports.business,
      stateDir: path.join(stateDir, 'business'),
      serviceProvider: {
        issuer: issuerForBusiness,
        assertionConsumerUrl: `${portalUrl}/api/auth/saml2/acs`,
        certificate: portalForBusiness.certificate,
      },
    }),
    forms: startFormsStandIn({
      port: ports.forms,
      stateDir: path.join(stateDir, 'forms'),
      clientId: 'serviceportal',
      clientKey: String(createPublicKey(secrets.lipKey).export({ type: 'spki', format: 'pem' })),
      ...(options.formSessionSeconds !== undefined && { sessionSeconds: options.formSessionSeconds }),
    }),
    neighbour: startNeighbourStandIn({
      port: ports.neighbour,
      stateDir: path.join(stateDir, 'neighbour'),
      portal: { id: OWN_ID, address: portalUrl, publicKey: publicKeyOf(secrets.efaKey) },
      services: sharedWithNeighbour(content),
    }),
    mail: startMailStandIn({
      port: ports.smtp,
      pagesPort: ports.mail,
      stateDir: path.join(stateDir, 'mail'),
      user: 'serviceportal',
      password: secrets.smtp,
    }),
    feedback: startFeedbackStandIn({ port: ports.feedback, token: secrets.nfk }),
    vault: startVaultStandIn({
      port: ports.vault,
      stateDir: path.join(stateDir, 'vault'),
      token: VAULT_TOKEN,
    }),
  });
  const {
    identity,
    payment,
    delivery,
    scanner,
    cardApp,
    eid,
    sk,
    business,
    forms,
    neighbour,
    mail,
    feedback,
    vault,
    operators,
  } = running;
  return {
    ...running,
    vaultEnvironment: { VAULT_URL: vault.url, VAULT_KEY: 'portal', VAULT_TOKEN, SEALING_BY: 'vault' },
    operatorsEnvironment: {
      OPERATORS_ISSUER: operators.issuer,
      OPERATORS_CLIENT_ID: 'serviceportal',
      OPERATORS_CLIENT_SECRET: secrets.operators,
      OPERATORS_ROLES: 'look=portal-look,repair=portal-repair,erase=portal-erase',
    },
    environment: {
      SIGNING_SECRET: secrets.signing,
      SEALING_KEYS: `demo ${secrets.sealing}`,
      NKB_ENTRY_POINT: identity.entryPoint,
      NKB_IDP_CERTIFICATE: identity.certificate,
      NKB_IDP_ISSUER: identity.issuer,
      NKB_ISSUER: issuer,
      NKB_PRIVATE_KEY: portal.privateKey,
      NKB_CERTIFICATE: portal.certificate,
      NKB_ONLINE_SERVICE_ID: 'SH-0001',
      NKB_ACCOUNT_URL: identity.accountUrl,
      NKB_REGISTER_URL_DE: identity.registerUrl,
      NKB_REGISTER_URL_EN: identity.registerUrl,
      ELSTER_ENTRY_POINT: business.entryPoint,
      ELSTER_IDP_CERTIFICATE: business.certificate,
      ELSTER_IDP_ISSUER: business.issuer,
      ELSTER_ISSUER: issuerForBusiness,
      ELSTER_PRIVATE_KEY: portalForBusiness.privateKey,
      ELSTER_CERTIFICATE: portalForBusiness.certificate,
      ELSTER_ACCOUNT_URL: business.accountUrl,
      ELSTER_REGISTER_URL_DE: business.registerUrl,
      ELSTER_REGISTER_URL_EN: business.registerUrl,
      EFA_ID: OWN_ID,
      EFA_PRIVATE_KEY: secrets.efaKey,
      EFA_PARTNERS: JSON.stringify([neighbour.entry]),
      EID_STATUS_URL: cardApp.statusUrl,
      EID_ISSUER: eid.issuer,
      EID_CLIENT_ID: 'serviceportal',
      EID_PRIVATE_KEY: secrets.eidKey,
      SK_ISSUER: sk.issuer,
      SK_CLIENT_ID: 'serviceportal',
      SK_CLIENT_SECRET: secrets.sk,
      SK_REGISTER_URL_DE: sk.registerUrl,
      SK_REGISTER_URL_EN: sk.registerUrl,
      LIP_URL: forms.origin,
      LIP_CLIENT_ID: 'serviceportal',
      LIP_PRIVATE_KEY: secrets.lipKey,
      LIP_PUBLIC_KEY: forms.publicKey,
      PAYMENT_URL: payment.baseUrl,
      PAYMENT_TOKEN_URL: payment.tokenUrl,
      PAYMENT_CLIENT_ID: 'serviceportal',
      PAYMENT_CLIENT_SECRET: secrets.payment,
      PAYMENT_ORIGINATOR_ID: 'serviceportal',
      PAYMENT_METHODS: 'CREDITCARD,PAYPAL',
      FITCONNECT_TOKEN_URL: delivery.tokenUrl,
      FITCONNECT_SUBMISSION_URL: delivery.submissionUrl,
      FITCONNECT_DESTINATION_URL: delivery.destinationUrl,
      FITCONNECT_ISSUER: delivery.issuer,
      FITCONNECT_CLIENT_ID: 'serviceportal',
      FITCONNECT_CLIENT_SECRET: secrets.delivery,
      SCANNER_URL: scanner.url,
      SMTP_URL: mail.url,
      SMTP_USER: 'serviceportal',
      SMTP_PASSWORD: secrets.smtp,
      SMTP_CERTIFICATES: mail.certificate,
      MAIL_FROM: 'portal@serviceportal.example',
      NFK_URL: feedback.url,
      NFK_TOKEN: secrets.nfk,
      NFK_REGION: '010000000000',
      POSTBOX_DESTINATION_ID: POSTBOX_DESTINATION_ID,
      POSTBOX_PRIVATE_KEY: portal.privateKey,
      POSTBOX_CERTIFICATE: portal.certificate,
    },
    close: async () => {
      await Promise.all(Object.values(running).map((partner) => partner.close()));
    },
  };
}

/** Waits for all of these, each by its name. */
async function together<T extends Record<string, Promise<unknown>>>(
  begun: T,
): Promise<{ [N in keyof T]: Awaited<T[N]> }> {
  const ended = await Promise.all(Object.entries(begun).map(async ([name, one]) => [name, await one]));
  return Object.fromEntries(ended);
}

/** A place in the neighbour's state (Wismar). */
const NEIGHBOURS_PLACE = '130740087087';

/** Services that this portal runs for people there. */
const sharedWithNeighbour = (content: Content) =>
  [...content.services.values()].flatMap(({ leiKaId, title }) =>
    availableMetadata(content, leiKaId, NEIGHBOURS_PLACE)
      ? [{ leiKaId, regionalKey: NEIGHBOURS_PLACE, title: title.de }]
      : [],
  );

const payeesOf = ({ authorities }: Content): Record<string, string> =>
  Object.fromEntries(
    [...authorities.values()].flatMap(({ paymentEndPointId, name }) =>
      paymentEndPointId === undefined ? [] : [[paymentEndPointId, name.de]],
    ),
  );

/** Each authority with the services that it offers online. */
const destinationsOf = ({ authorities, metadata }: Content) =>
  [...authorities.values()].flatMap(({ id, destinationId, name }) => {
    if (destinationId === undefined) return [];
    const services = [...metadata.values()]
      .filter(({ authority }) => authority.id === id)
      .map((form) => ({
        ...publicServiceOf(form, 'de'),
        submissionSchemas: [...schemasOf(form), handInSchema],
      }));
    return [{ destinationId, name: name.de, services }];
  });
