import path from 'node:path';
import Fastify from 'fastify';
import * as z from 'zod';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { registerFormBody, registerPageAssets, sendPage } from '#stand-ins/kit/page.ts';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { type MailBehaviour, mailBehaviours } from './behaviours.ts';
import { type KeptMail, keptMail } from './kept-mail.ts';
import { LOOK, listPage, textPage } from './pages.ts';
import { startSmtp } from './smtp.ts';

export type MailStandIn = {
  /** Its pages, which show the mails that have arrived. */
  origin: string;
  /** The portal's `SMTP_URL`. */
  url: string;
  /** The portal's `SMTP_CERTIFICATES`. */
  certificate: string;
  /** Sets the behaviour from the next connection on. */
  behave(behaviour: MailBehaviour): void;
  /** The mails that have arrived, in their order. */
  mails(): readonly KeptMail[];
  /** Number of connections since the start. */
  connections(): number;
  close(): Promise<void>;
};

export type MailStandInOptions = {
  /** Of SMTP, and of the pages; 0 picks a free one. */
  port: number;
  pagesPort: number;
  stateDir: string;
  user: string;
  password: string;
  /** TLS from the first byte, instead of STARTTLS. */
  secure?: boolean;
};

const ROLE = 'Mailserver / mail server';
/** Mails that are kept; the oldest go. */
const MOST_MAILS = 200;
const chosen = z.object({ behaviour: z.enum(mailBehaviours) });

/**
 * Starts a mail server on localhost that delivers nothing: it keeps the mails, and shows them on pages (`/`) and as JSON
 * (`/mails`). `POST /behaviour` sets how it behaves.
 */
export async function startMailStandIn(options: MailStandInOptions): Promise<MailStandIn> {
  const { port, pagesPort, stateDir, user, password, secure = false } = options;
  const [pair, forgedPair] = await Promise.all([
    loadKeyPair(stateDir, 'mail', 'localhost'),
    loadKeyPair(stateDir, 'forged', 'localhost'),
  ]);
  const file = stateFile(path.join(stateDir, 'mails.json'), z.array(keptMail), []);
  let mails = await file.read();
  let behaviour: MailBehaviour = 'works';
  const smtp = await startSmtp({
    port,
    user,
    password,
    pair,
    forgedPair,
    secure,
    behaviour: () => behaviour,
    keep: (mail) => {
      mails = [...mails, mail].slice(-MOST_MAILS);
      return file.write(mails);
    },
  });
  const behave = (next: MailBehaviour) => {
    behaviour = next;
    smtp.refresh();
  };

  const app = Fastify({ forceCloseConnections: true });
  registerFormBody(app);
  registerPageAssets(app, LOOK);
  const found = (index: string) => mails[Number(index)];
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'E-Mails', role: ROLE, body: listPage(mails, behaviour) }),
  );
  app.get('/mails', () => mails);
  app.get<{ Params: { index: string } }>('/mails/:index', (request, reply) => {
    const mail = found(request.params.index);
    if (!mail) return reply.code(404).send();
    return sendPage(reply, { title: mail.subject, role: ROLE, body: textPage(mail) });
  });
  app.get<{ Params: { index: string } }>('/mails/:index/html', (request, reply) => {
    const mail = found(request.params.index);
    if (!mail) return reply.code(404).send();
    // As mail programs do: nothing is loaded and nothing runs.
    return reply
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
  app.post('/behaviour', (request, reply) => {
    const parsed = chosen.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    behave(parsed.data.behaviour);
    return reply.redirect('/', 303);
  });
  const origin = await app.listen({ port: pagesPort, host: '127.0.0.1' });
  return {
    origin,
    url: `${secure ? 'smtps' : 'smtp'}://localhost:${smtp.port}`,
    certificate: pair.certificate,
    behave,
    mails: () => mails,
    connections: smtp.connections,
    close: async () => {
      await Promise.all([smtp.close(), app.close()]);
    },
  };
}
