import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '#domain/days.ts';
import type { Config } from '#server/config/config.ts';
import { askSmtp } from '#server/mails/smtp/mailer.ts';
import type { Partner } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { KnownPartners, PartnerPresence } from '#server/partners/partner-presence.ts';
import { lookAtTls } from '#server/partners/shown-certificate.ts';
import { createClamd } from '#server/scanner/clamd.ts';

/** Limit of a question, and size of an answer that is not looked at. */
const PATIENCE_MS = 5_000;
const MOST_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A question that has no effect at the partner; it notes by itself whether there was an answer. */
export type Question = { partner: string; ask: () => Promise<unknown> };

export type WatchedPartners = {
  /** Returns the whole days until the certificate that PUBLIC_URL shows runs out; nothing when none was seen. */
  days(): { certificate: string; days: number }[];
  stop(): void;
};

/**
 * Asks the partners that nobody has asked for PARTNER_CHECK_MINUTES, one after the other, so that one that is away at
 * night is known before the morning; and once an hour which certificate people see at PUBLIC_URL. Logins are asked for
 * their clock (watch/clock.ts), the key service asks for itself. Nothing happens where the setting is 0.
 */
export function watchPartners(
  config: Config,
  presence: KnownPartners,
  now: () => Date,
  questions: readonly Question[] = questionsTo(config, presence),
): WatchedPartners {
  const everyMs = config.PARTNER_CHECK_MINUTES * MINUTE_MS;
  const ended = new AbortController();
  let validTo: Date | null = null;
  const daysUntil = (end: Date) => Math.floor((end.getTime() - now().getTime()) / DAY_MS);
  if (everyMs > 0) {
    void rounds(MINUTE_MS, ended.signal, () => askQuiet(questions, presence, everyMs));
    void rounds(HOUR_MS, ended.signal, async () => {
      validTo = await certificateOf(config.PUBLIC_URL);
    });
  }
  return {
    days: () => (validTo === null ? [] : [{ certificate: 'PUBLIC_URL', days: daysUntil(validTo) }]),
    stop: () => ended.abort(),
  };
}

/** Does something now, and again after each pause. */
async function rounds(everyMs: number, ended: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await work();
    await pause(everyMs, undefined, { signal: ended, ref: false }).catch(() => {});
  }
}

/** Asks those of whom nothing was heard for this time, or for a minute while they are away, one after the other. */
export async function askQuiet(
  questions: readonly Question[],
  presence: Pick<KnownPartners, 'quietMs' | 'standing'>,
  quietMs: number,
): Promise<void> {
  const away = new Set(presence.standing().flatMap((one) => (one.awaySeconds > 0 ? one.partner : [])));
  for (const { partner, ask } of questions) {
    if (presence.quietMs(partner) < (away.has(partner) ? MINUTE_MS : quietMs)) continue;
    // The answer, and that there was none, are noted already.
    await ask().catch(() => {});
  }
}

/** Returns when the certificate ends that is shown there; null without TLS, or when nobody answers. */
async function certificateOf(address: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return null;
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
  return lookAtTls(at, PATIENCE_MS).then(
    ({ validTo }) => new Date(validTo),
    () => null,
  );
}

/**
 * Returns a question for each partner that is configured, and that nothing else asks by itself: whether anybody is
 * there. Only the mail server demands a secret for that.
 * @param secrets returns the present ones, which may have been renewed since the start
 */
export function questionsTo(
  config: Config,
  presence: PartnerPresence,
  secrets: () => Pick<Config, 'SMTP_PASSWORD'> = () => config,
): Question[] {
  const noted = (partner: string, ask: () => Promise<unknown>): Question => ({
    partner,
    ask: () => {
      const begun = performance.now();
      return ask().then(
        () => presence.noteAnswer(partner, 'probe', performance.now() - begun),
        (error: Error) => presence.noteFailure(partner, error.message, 'probe'),
      );
    },
  });
  const head = (partner: Partner, address: string | undefined, id?: string): Question[] => {
    if (address === undefined) return [];
    const limits = { timeoutMs: PATIENCE_MS, mostBytes: MOST_BYTES, redirect: 'manual' as const };
    const client = createPartnerClient({ partner, ...(id !== undefined && { id }), ...limits, presence });
    return [{ partner: id === undefined ? partner : `${partner} ${id}`, ask: () => client.head(address) }];
  };
  return [
    ...head('payment', config.PAYMENT_URL),
    ...head('delivery service', config.FITCONNECT_SUBMISSION_URL),
    ...head('form server', config.LIP_URL),
    ...head('feedback component', config.NFK_URL),
    ...head('identity', config.OPERATORS_ISSUER, 'operators'),
    ...(config.EFA_PARTNERS ?? []).flatMap(({ id, portal }) => head('neighbour', portal, id)),
    ...(config.SCANNER_URL !== undefined && config.SCANNER === 'on' ? [scanner(config, noted)] : []),
    ...(config.SMTP_URL !== undefined && config.MAIL_FROM !== undefined
      ? [mail(config, secrets, noted)]
      : []),
  ];
}

type Noted = (partner: string, ask: () => Promise<unknown>) => Question;

const scanner = (config: Config, noted: Noted) =>
  noted('scanner', () => {
    const { SCANNER_URL: url = '', SCANNER_CERTIFICATES: certificates } = config;
    return createClamd(url, { certificates, patienceMs: PATIENCE_MS }).ping();
  });

const mail = (config: Config, secrets: () => Pick<Config, 'SMTP_PASSWORD'>, noted: Noted) =>
  noted('mail server', () =>
    askSmtp({
      url: config.SMTP_URL!,
      tls: config.SMTP_TLS === 'required',
      user: config.SMTP_USER,
      password: () => secrets().SMTP_PASSWORD,
      certificates: config.SMTP_CERTIFICATES,
      silenceMs: PATIENCE_MS,
    }),
  );
