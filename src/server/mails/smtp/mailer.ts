import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { MailDeferred, type Mailer, MailRefused } from '#server/ports/mailer.ts';
import { inSpan } from '#server/tracing/spans.ts';

const PARTNER = 'mail server';

export type SmtpOptions = {
  /** `smtps://host:port` (TLS from the first byte) or `smtp://host:port` (STARTTLS). */
  url: string;
  /** False sends without TLS, and never with a password. */
  tls: boolean;
  /** Login at the mail server, if it wants one. */
  user?: string | undefined;
  /** Reads the password for each e-mail, because it is renewed while the server runs. */
  password?: (() => string | undefined) | undefined;
  /** Certificates (PEM) to trust instead of the public ones; read for each e-mail, as the password. */
  certificates?: string | undefined;
  /** Address of the sender. */
  from: string;
  /** Longest time of a whole try, and of each silence in it, in milliseconds. */
  limitMs?: number;
  silenceMs?: number;
  presence?: PartnerPresence;
};

/** RFC 5321 lets a server think for minutes; nobody waits here, and what is given up is tried again. */
const LIMIT_MS = 60_000;
const SILENCE_MS = 20_000;

/** Ports by convention: submission (RFC 6409) and submissions (RFC 8314). */
const PORTS = { 'smtp:': 587, 'smtps:': 465 };

/** Creates the mailer of an installation by SMTP. Each e-mail has a connection of its own: there are few. */
export function createSmtp(options: SmtpOptions): Mailer {
  const { from, limitMs = LIMIT_MS, presence } = options;
  const host = from.slice(from.indexOf('@') + 1);
  const call = { name: `${PARTNER} send`, kind: 'client', facts: { 'portal.partner': PARTNER } } as const;
  const mailer: Mailer = {
    async send({ id, to, replyTo, fromName, locale, subject, text, html }) {
      try {
        await createTransport(transportOf(options)).sendMail({
          envelope: { from, to: [to] },
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          replyTo: { name: '', address: replyTo },
          messageId: `<${id}@${host}>`,
          subject,
          text,
          html,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': locale,
          },
          xMailer: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(limitMs),
        });
        presence?.noteAnswer(PARTNER);
      } catch (error) {
        throw told(error as NodemailerError, presence);
      }
    },
  };
  return { send: (letter) => inSpan(call, () => mailer.send(letter)) };
}

/**
 * Connects to the mail server and logs in, without sending anything.
 * @throws NodemailerError, whose message may repeat what the server says
 */
export async function askSmtp(options: Omit<SmtpOptions, 'from' | 'presence' | 'limitMs'>): Promise<void> {
  const transport = createTransport(transportOf(options));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function transportOf({
  url,
  tls,
  user,
  password,
  certificates,
  silenceMs = SILENCE_MS,
}: Omit<SmtpOptions, 'from' | 'presence'>): SMTPTransportOptions {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const pass = password?.();
  return {
    host,
    port: Number(port || PORTS[protocol as keyof typeof PORTS]),
    secure: protocol === 'smtps:',
    requireTLS: tls && protocol === 'smtp:',
    ignoreTLS: !tls,
    tls: { minVersion: 'TLSv1.2', ...(certificates !== undefined && { ca: certificates }) },
    ...(user !== undefined && pass !== undefined && { auth: { user, pass } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    allowInternalNetworkInterfaces: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Returns the failure by its codes: answers of mail servers repeat the address. A refusal is final only where it is
 * about the recipient or the content; about the login or the sender it is a fault of the installation.
 */
function told(error: NodemailerError, presence: PartnerPresence | undefined): MailRefused | MailDeferred {
  const { code, command, response, responseCode } = error;
  const [enhanced] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '') ?? [];
  const facts = [code ?? error.name, command, responseCode, enhanced];
  const problem = facts.filter((fact) => fact !== undefined).join(' ');
  // Addresses that the server or the library cannot write at all come without an answer.
  const isOfLetter = code === 'EENVELOPE' && responseCode === undefined && command === 'API';
  const isFinal =
    isOfLetter ||
    (responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'));
  if (isFinal || (responseCode !== undefined && command === 'RCPT TO')) {
    presence?.noteAnswer(PARTNER);
    return isFinal ? new MailRefused(problem) : new MailDeferred(problem);
  }
  presence?.noteFailure(PARTNER, problem);
  return new MailDeferred(problem);
}
