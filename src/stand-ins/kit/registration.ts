import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '#server/html/html.ts';
import { both } from './both.ts';

/** Path of the page. */
export const REGISTRATION = '/register';

/**
 * Serves the page on which people would get an account. Here nobody can: it names the demonstration persons who have one.
 * @param names persons, or organisations, with an account
 */
export function registerRegistration(
  app: FastifyInstance,
  names: readonly string[],
  show: (reply: FastifyReply, body: Html) => FastifyReply,
): void {
  app.get(REGISTRATION, (_request, reply) =>
    show(
      reply,
      html`<h1>${both('Ein Konto bekommen', 'Get an account')}</h1>
<p>${both(
        'In der Demonstration legt niemand ein Konto an: Diese haben schon eines. Schließen Sie dieses Fenster, melden Sie sich im Portal an, und wählen Sie dort:',
        'In the demonstration nobody creates an account: these have one already. Close this window, log in at the portal, and choose there:',
      )}</p>
<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`,
    ),
  );
}
