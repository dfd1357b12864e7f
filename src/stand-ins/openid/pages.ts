import { Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import { type DemonstrationPerson, PERSONS } from './persons.ts';
import { type Kind, LEVELS, type Level } from './profile.ts';

/** A login that is asked for. */
export type Asked = {
  kind: Kind;
  lowest: Level;
  /** Names of the data. */
  data: readonly string[];
  isForced: boolean;
  timezone: string;
};

/** The choice of a person, or of an outcome without a login. */
export function loginPage(asked: Asked): Html {
  const { de, en } = LEVELS[asked.lowest];
  return html`<h1>${both('Anmelden', 'Log in')}</h1>
<p>${both(
    'Das Serviceportal möchte wissen, wer Sie sind. Wählen Sie eine Demonstrationsperson.',
    'The service portal wants to know who you are. Choose a demonstration person.',
  )}</p>
${asked.kind === 'operators' ? null : html`<p>${both(`Verlangtes Vertrauensniveau: mindestens ${de}`, `Trust level asked for: at least ${en}`)}</p>`}
<p>${both('Diese Daten werden übermittelt:', 'These data are handed over:')} ${asked.data.join(', ')}</p>
${asked.timezone === '' ? null : html`<p>${both(`Zeitzone des Browsers: ${asked.timezone}`, `Time zone of the browser: ${asked.timezone}`)}</p>`}
${asked.isForced ? html`<p>${both('Das Portal verlangt eine neue Anmeldung.', 'The portal asks for a new login.')}</p>` : null}
<form method="post">
${tick(
  'session',
  'old',
  asked.isForced
    ? both(
        'Fehler des Anbieters: er antwortet aus dem Gedächtnis, die Person hat sich vor einer Stunde angemeldet',
        'Fault of the provider: it answers from memory, the person logged in an hour ago',
      )
    : both(
        'Die Person hat sich schon vor einer Stunde angemeldet und gibt jetzt nichts mehr ein',
        'The person logged in an hour ago and enters nothing now',
      ),
)}
${asked.kind === 'operators' ? tokenTicks() : levelTick()}
<ul>${PERSONS[asked.kind].map((person) => personItem(person, asked))}</ul>
<h2>${both('Ohne Anmeldung zurück', 'Back without a login')}</h2>
<button type="submit" name="choice" value="cancel">${both('Abbrechen', 'Cancel')}</button>
<button type="submit" name="choice" value="error">${both('Fehler des Anbieters auslösen', 'Cause an error of the provider')}</button>
</form>`;
}

const levelTick = (): Html =>
  tick(
    'level',
    'low',
    both(
      'Fehler des Anbieters: er bescheinigt das Niveau niedrig, auch wenn mehr verlangt ist',
      'Fault of the provider: it certifies the level low, even when more is asked for',
    ),
  );

const tokenTicks = (): Html => html`${tick(
  'token',
  'audience',
  both(
    'Fehler des Anbieters: ein Token für ein anderes Portal',
    'Fault of the provider: a token for another portal',
  ),
)}
${tick(
  'token',
  'age',
  both(
    'Fehler des Anbieters: ein Token von vor einer Stunde',
    'Fault of the provider: a token of an hour ago',
  ),
)}`;

const tick = (name: string, value: string, label: Html): Html =>
  html`<p><input type="checkbox" name="${name}" value="${value}" id="${name}-${value}"> <label for="${name}-${value}">${label}</label></p>`;

function personItem(person: DemonstrationPerson, asked: Asked): Html {
  const heading = `person-${person.id}`;
  return html`<li class="card"><h2 id="${heading}">${person.name}</h2>
<p>${both(person.remark.de, person.remark.en)}</p>
${person.levels.map((level) => levelButton(person, level, asked, heading))}</li>
`;
}

function levelButton(
  person: DemonstrationPerson,
  level: Level,
  { kind, lowest }: Asked,
  heading: string,
): Html {
  const { rank, de, en } = LEVELS[level];
  const isEnough = rank >= LEVELS[lowest].rank;
  const button = `login-${person.id}-${level}`;
  const note = isEnough
    ? null
    : html` <span class="badge">${both('reicht nicht aus', 'not sufficient')}</span>`;
  const text = {
    eid: both('Ausweis auslesen', 'Read the card'),
    sk: both(`Anmelden (${de})`, `Log in (${en})`),
    operators: both('Anmelden', 'Log in'),
  }[kind];
  return html`<button type="submit" name="choice" value="${person.id}:${level}" id="${button}" aria-labelledby="${button} ${heading}"${isEnough ? html` class="primary"` : null}>${text}${note}</button>
`;
}

/** Asks before a logout. A person who stays is led back in the same way: the portal cannot see the difference. */
export const logoutPage = (form: string): Html =>
  html`<h1>${both('Hier abmelden?', 'Log out here?')}</h1>
${new Html(form)}
<button type="submit" class="primary" form="op.logoutForm" name="logout" value="yes">${both('Ja, abmelden', 'Yes, log out')}</button>
<button type="submit" form="op.logoutForm">${both('Nein, angemeldet bleiben', 'No, stay logged in')}</button>`;

/** The page after a logout without a request of a portal. */
export const leftPage = (): Html => html`<h1>${both('Sie sind abgemeldet', 'You are logged out')}</h1>`;

/** A button without a password for a person who has logged in with this browser before: single sign-on. */
export const keptSessionForm = (name: string): Html =>
  html`<form method="post"><p>${both('Sie sind hier noch angemeldet.', 'You are still logged in here.')}</p>
<button type="submit" name="choice" value="kept">${both(`Weiter als ${name}`, `Continue as ${name}`)}</button></form>`;

/** The page for a login that is over, or a request that is refused. */
export function refusedPage(detail = ''): Html {
  return html`<h1>${both('Anmeldung nicht möglich', 'Login not possible')}</h1>
<p>${both(
    'Diese Anmeldung ist beendet oder ungültig. Bitte beginnen Sie im Portal neu.',
    'This login has ended or is not valid. Please start again in the portal.',
  )}</p>${detail ? html`<p><code>${detail}</code></p>` : null}`;
}
