import { type Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import { type MailBehaviour, mailBehaviours } from './behaviours.ts';
import type { KeptMail } from './kept-mail.ts';

const WORDS: Record<MailBehaviour, { de: string; en: string }> = {
  works: { de: 'arbeitet', en: 'works' },
  away: { de: 'legt auf', en: 'hangs up' },
  silent: { de: 'schweigt', en: 'is silent' },
  slow: { de: 'kommt nie zum Ende', en: 'never comes to an end' },
  plain: { de: 'kann kein TLS', en: 'has no TLS' },
  forged: { de: 'zeigt ein falsches Zertifikat', en: 'shows a wrong certificate' },
  locked: { de: 'lehnt die Anmeldung ab', en: 'refuses the login' },
  unknown: { de: 'kennt die Adresse nicht', en: 'does not know the address' },
  content: { de: 'lehnt den Inhalt ab', en: 'refuses the content' },
  greylists: { de: 'will, dass man wiederkommt', en: 'wants one to come back' },
  full: { de: 'das Postfach ist voll', en: 'the mailbox is full' },
  hangs: { de: 'hängt beim Empfänger', en: 'hangs at the recipient' },
  drops: { de: 'bricht mitten in der E-Mail ab', en: 'breaks off in the middle of the mail' },
  loses: { de: 'nimmt an und antwortet nicht', en: 'takes it and does not answer' },
  withholds: {
    de: 'nimmt an und antwortet nie',
    en: 'takes it and never answers',
  },
};

/** The mails, the newest first, and the choice of a behaviour. */
export const listPage = (mails: readonly KeptMail[], behaviour: MailBehaviour): Html =>
  html`<h1>${both('Angekommene E-Mails', 'E-mails that have arrived')}</h1>
${mails.length === 0 ? html`<p>${both('Keine', 'None')}</p>` : html`<ul>${mails.map(mailItem).reverse()}</ul>`}
<h2>${both('So verhält sich der Mailserver', 'How the mail server behaves')}</h2>
<form method="post" action="/behaviour">${mailBehaviours.map(
    (one) =>
      html`<button name="behaviour" value="${one}"${one === behaviour ? html` class="primary"` : null}>${both(WORDS[one].de, WORDS[one].en)}</button>
`,
  )}</form>`;

const mailItem = ({ to, fromName, subject, receivedAt }: KeptMail, index: number): Html =>
  html`<li class="card"><h3>${subject}</h3>
<dl><dt>${both('Von', 'From')}</dt><dd>${fromName}</dd><dt>${both('An', 'To')}</dt><dd>${to}</dd>
<dt>${both('Angekommen', 'Arrived')}</dt><dd>${receivedAt}</dd></dl>
<p><a class="button" href="/mails/${index}">${both('Als Text', 'As text')}</a>
<a class="button" href="/mails/${index}/html">${both('Als HTML', 'As HTML')}</a></p></li>
`;

/** A mail in a program that shows no HTML. */
export const textPage = ({ subject, text }: KeptMail): Html =>
  html`<h1>${subject}</h1><pre>${text}</pre><p><a class="button" href="/">${both('Zurück', 'Back')}</a></p>`;

/** A style of its own: lines of a mail stay as they are, as far as they fit. */
export const LOOK = 'pre { white-space: pre-wrap; overflow-wrap: anywhere; }\n';
