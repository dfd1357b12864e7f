import { type Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import type { AuthnRequest } from './authn-request.ts';
import { DEMONSTRATION_PERSONS, type DemonstrationPerson, type Method } from './persons.ts';
import { METHODS } from './profile.ts';

/** The choice of a person and a login method, or of an outcome without a login. */
export function loginPage(request: AuthnRequest): Html {
  const required = Object.values(METHODS).find(({ level }) => level >= request.minimumLevel);
  return html`<h1>${both('Anmelden', 'Log in')}</h1>
<p>${both(
    `${request.organizationName} möchte wissen, wer Sie sind. Wählen Sie eine Demonstrationsperson.`,
    `${request.organizationName} wants to know who you are. Choose a demonstration person.`,
  )}</p>
<p>${both(
    `Verlangtes Vertrauensniveau: mindestens ${required?.de ?? 'hoch'}`,
    `Trust level asked for: at least ${required?.en ?? 'high'}`,
  )}</p>
${request.forceAuthn ? html`<p>${both('Das Portal verlangt eine neue Anmeldung.', 'The portal asks for a new login.')}</p>` : null}
<form method="post">
<p><input type="checkbox" name="postbox" value="closed" id="postbox-closed"> <label for="postbox-closed">${both(
    'Die Person hat ihr Postfach inzwischen geschlossen',
    'The person has closed their postbox meanwhile',
  )}</label></p>
<p><label for="moved-to">${both(
    'Die Person ist inzwischen umgezogen nach (leer: nicht umgezogen)',
    'The person has moved meanwhile to (empty: not moved)',
  )}</label> <input type="text" name="movedTo" id="moved-to" maxlength="100" autocomplete="off"></p>
${
  request.forceAuthn
    ? null
    : html`<p><input type="checkbox" name="session" value="old" id="session-old"> <label for="session-old">${both(
        'Die Person hat sich schon vor einer Stunde angemeldet und gibt jetzt nichts mehr ein',
        'The person logged in an hour ago and enters nothing now',
      )}</label></p>`
}
<ul>${DEMONSTRATION_PERSONS.map((person) => personItem(person, request.minimumLevel))}</ul>
<h2>${both('Ohne Anmeldung zurück', 'Back without a login')}</h2>
<button type="submit" name="choice" value="cancel">${both('Abbrechen', 'Cancel')}</button>
<button type="submit" name="choice" value="error">${both('Fehler des Kontos auslösen', 'Cause an error of the account')}</button>
</form>`;
}

/** A button without a password for a person who has logged in with this browser before: single sign-on. */
export const keptSessionForm = (label: string): Html =>
  html`<form method="post"><p>${both('Sie sind hier noch angemeldet.', 'You are still logged in here.')}</p>
<button type="submit" name="choice" value="kept">${both(`Weiter als ${label}`, `Continue as ${label}`)}</button></form>`;

function personItem(person: DemonstrationPerson, minimumLevel: number): Html {
  const heading = `person-${person.id}`;
  return html`<li class="card"><h2 id="${heading}">${person.name}</h2>
<p>${both(person.remark.de, person.remark.en)}</p>
${person.methods.map((method) => methodButton(person, method, minimumLevel, heading))}</li>
`;
}

function methodButton(person: DemonstrationPerson, method: Method, minimum: number, heading: string): Html {
  const { level, de, en } = METHODS[method];
  const isEnough = level >= minimum;
  const button = `login-${person.id}-${method}`;
  const note = isEnough
    ? null
    : html` <span class="badge">${both('reicht nicht aus', 'not sufficient')}</span>`;
  return html`<button type="submit" name="choice" value="${person.id}:${method}" id="${button}" aria-labelledby="${button} ${heading}"${isEnough ? html` class="primary"` : null}>${both(
    `Mit ${method} (${de})`,
    `With ${method} (${en})`,
  )}${note}</button>
`;
}

/** The page that returns the answer to the portal automatically, or by its button. */
export function returnPage(url: string, fields: Record<string, string>): Html {
  return html`<h1>${both('Sie werden zum Portal weitergeleitet', 'You are being taken back to the portal')}</h1>
<form method="post" action="${url}" data-auto-post>
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="primary">${both('Weiter zum Portal', 'Continue to the portal')}</button>
</form>`;
}

/** The page for a request that the account does not answer. */
export function refusedPage(de: string, en: string, detail = ''): Html {
  return html`<h1>${both('Anmeldung nicht möglich', 'Login not possible')}</h1>
<p>${both(de, en)}</p>${detail ? html`<p><code>${detail}</code></p>` : null}`;
}
