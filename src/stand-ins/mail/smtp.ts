import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { KeyPair } from '#stand-ins/kit/key-pair.ts';
import { type MailBehaviour, recipientRefusals } from './behaviours.ts';
import { type KeptMail, readMail } from './kept-mail.ts';

export type SmtpOptions = {
  /** 0 picks a free one. */
  port: number;
  user: string;
  password: string;
  /** Key and certificate of the server, and a pair that nobody trusts. */
  pair: KeyPair;
  forgedPair: KeyPair;
  /** TLS from the first byte, instead of STARTTLS. */
  secure?: boolean;
  behaviour: () => MailBehaviour;
  keep(mail: KeptMail): Promise<void>;
};

export type Smtp = {
  port: number;
  /** Has the next connection use the certificate of the behaviour. */
  refresh(): void;
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
};

const SLOW_MS = 50;

/** Starts an SMTP server on localhost that takes mails only from the portal, over TLS and after its login. */
export async function startSmtp(options: SmtpOptions): Promise<Smtp> {
  const { port, user, password, pair, forgedPair, secure = false, behaviour, keep } = options;
  let connections = 0;
  const refused = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const secureContext = () => {
    const { privateKey, certificate } = behaviour() === 'forged' ? forgedPair : pair;
    return { key: privateKey, cert: certificate };
  };
  const server = new SMTPServer({
    ...secureContext(),
    secure,
    logger: false,
    disableReverseLookup: true,
    socketTimeout: 60_000,
    closeTimeout: 10,
    authMethods: ['PLAIN', 'LOGIN'],
    onConnect(session, callback) {
      connections += 1;
      const socket = socketOf(session);
      const present = behaviour();
      if (present === 'away') return void socket?.destroy();
      if (present === 'silent') return;
      if (present === 'slow') return trickle(socket);
      if (present === 'plain') Object.assign(session, { disabledCommands: ['STARTTLS'] });
      callback();
    },
    onAuth(auth, _session, callback) {
      const isKnown = auth.username === user && auth.password === password && behaviour() !== 'locked';
      if (isKnown) callback(null, { user });
      else callback(refused(535, '5.7.8 authentication failed'));
    },
    onRcptTo({ address }, _session, callback) {
      const present = behaviour();
      if (present === 'hangs') return;
      const refusal = recipientRefusals[present];
      callback(refusal ? refused(refusal.code, refusal.text(address)) : null);
    },
    onData(stream, session, callback) {
      const present = behaviour();
      if (present === 'drops') return void stream.once('data', () => socketOf(session)?.destroy());
      const answer = () => {
        if (present === 'loses') socketOf(session)?.destroy();
        else if (present !== 'withholds') callback(null, '2.0.0 kept');
      };
      void take(stream, session).then(answer, (error: Error) =>
        callback(refused(554, `5.6.0 ${error.message}`)),
      );
    },
  });

  async function take(stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream);
    const { mailFrom, rcptTo } = session.envelope;
    const [recipient] = rcptTo;
    if (!mailFrom || !recipient || rcptTo.length !== 1) throw new Error('not one sender and one recipient');
    if (behaviour() === 'content') throw new Error('5.7.1 looks like advertising');
    await keep(await readMail(raw, { from: mailFrom.address, to: recipient.address }));
  }

  const socketOf = ({ id }: SMTPServerSession) =>
    [...server.connections].find((connection) => connection.session.id === id)?._socket;
  server.on('error', () => undefined);
  const listening = server.listen(port, 'localhost');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    refresh: () => server.updateSecureContext(secureContext()),
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Sends a greeting that never ends (RFC 5321 lets it have several lines). */
function trickle(socket: { write(text: string): unknown; destroyed: boolean } | undefined): void {
  const lines = setInterval(() => {
    if (!socket || socket.destroyed) clearInterval(lines);
    else socket.write('220-one moment\r\n');
  }, SLOW_MS);
}
