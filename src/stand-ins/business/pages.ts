import { type Html, html } from '#server/html/html.ts';
import type { AuthnRequest } from '#stand-ins/identity/authn-request.ts';
import { both } from '#stand-ins/kit/both.ts';
import { type BusinessAccount, DEMONSTRATION_ACCOUNTS } from './accounts.ts';
import { type BusinessFault, businessFaults } from './faults.ts';

const FAULTS: Record<BusinessFault, Html> = {
  memory: both(
    'Antwort aus dem Gedächtnis: Anmeldung von vor einer Stunde, auch wenn eine neue verlangt ist',
    'An answer from memory: the login of an hour ago, even if a new one is asked for',
  ),
  plain: both('Antwort ohne Verschlüsselung', 'An answer that is not encrypted'),
  low: both(
    'Vertrauensniveau niedrig, auch wenn mehr verlangt ist',
    'Trust level low, even if more is asked for',
  ),
};

/** A style of its own: another provider looks different. */
export const LOOK = `:root { --accent: #7a2e0e; --ground: #faf6f1; }
header { border-top: 6px solid var(--accent); }
.card { border-radius: 0; border-left: 6px solid var(--accent); }
button, .button { border-radius: 999px; }
fieldset { border: 1px solid var(--line); margin: 0 0 1rem; padding: 1rem; }
`;

/** The choice of an account and the person who acts for it, or of an outcome without a login. */
export function accountPage(request: AuthnRequest): Html {
  return html`<h1>${both('Mit dem Unternehmenskonto anmelden', 'Log in with the business account')}</h1>
<p>${both('Für wen handeln Sie? Wählen Sie Konto und Person.', 'For whom do you act? Choose account and person.')}</p>
${request.forceAuthn ? html`<p>${both('Das Portal verlangt eine neue Anmeldung.', 'The portal asks for a new login.')}</p>` : null}
<p>${both(`Verlangte Angaben: ${request.attributes.join(', ')}`, `Details asked for: ${request.attributes.join(', ')}`)}</p>
<form method="post">
<ul>${DEMONSTRATION_ACCOUNTS.map(accountItem)}</ul>
<fieldset><legend>${both('Etwas läuft anders', 'Something goes differently')}</legend>
${faultChoice('none', both('Nein', 'No'), true)}
${businessFaults.map((fault) => faultChoice(fault, FAULTS[fault], false))}</fieldset>
<h2>${both('Ohne Anmeldung zurück', 'Back without a login')}</h2>
<button type="submit" name="choice" value="cancel">${both('Abbrechen', 'Cancel')}</button>
<button type="submit" name="choice" value="error">${both('Fehler des Kontos auslösen', 'Cause an error of the account')}</button>
</form>`;
}

const faultChoice = (value: string, label: Html, isChosen: boolean): Html =>
  html`<p><input type="radio" name="fault" value="${value}" id="fault-${value}"${isChosen ? html` checked` : null}> <label for="fault-${value}">${label}</label></p>
`;

function accountItem(account: BusinessAccount): Html {
  const heading = `account-${account.id}`;
  return html`<li class="card"><h2 id="${heading}">${account.name}</h2>
<p>${both(account.remark.de, account.remark.en)}</p>
${account.persons.map(
  ({ id, name }) =>
    html`<button type="submit" class="primary" name="choice" value="${account.id}:${id}" id="login-${account.id}-${id}" aria-labelledby="login-${account.id}-${id} ${heading}">${both(`Als ${name} handeln`, `Act as ${name}`)}</button>
`,
)}</li>
`;
}
