import { type Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import { ANSWERING_WORDS, type Answering, answerings, SENDING_WORDS, sendingKinds } from './kinds.ts';
import type { Received } from './receiving.ts';
import type { OfferedService, Sent, Told } from './sending.ts';

/** A style of its own: another state's portal looks different. */
export const LOOK = `:root { --accent: #14532d; --ground: #f2f7f2; }
header { border-top: 8px solid var(--accent); }
h1 { color: var(--accent); }
.card { border-radius: 0; border-top: 4px solid var(--accent); }
button, .button { border-radius: 0; }
select { display: block; font: inherit; min-height: 48px; padding: .5rem .75rem; max-width: 100%; }
`;

/** The services that the portal runs for the neighbour's people, and the people handed over by the portal. */
export function startPage(
  services: readonly OfferedService[],
  received: readonly Received[],
  answering: Answering,
): Html {
  return html`<h1>${both('Online-Anträge für Mecklenburg-Vorpommern', 'Online applications for Mecklenburg-Vorpommern')}</h1>
${services.map(serviceItem)}
<h2>${both('Von dort gekommen', 'Come from there')}</h2>
${received.length === 0 ? html`<p>${both('Niemand', 'Nobody')}</p>` : html`<ul>${received.map(receivedItem)}</ul>`}
<h2>${both('So antwortet dieses Portal', 'How this portal answers')}</h2>
<form method="post" action="/antworten">${answerings.map(
    (one) =>
      html`<button name="answering" value="${one}"${one === answering ? html` class="primary"` : null}>${both(ANSWERING_WORDS[one].de, ANSWERING_WORDS[one].en)}</button>
`,
  )}</form>`;
}

const serviceItem = ({ leiKaId, title, regionalKey }: OfferedService): Html =>
  html`<form method="post" action="/beantragen" class="card">
<h2>${title}</h2>
<p>${both(`Den Antrag betreibt das Portal eines anderen Landes. Ort: ${regionalKey}`, `Another state's portal runs the application. Place: ${regionalKey}`)}</p>
<input type="hidden" name="service" value="${leiKaId}">
<label>${both('Was dabei geschieht', 'What happens with it')}<select name="kind">${sendingKinds.map(
    (kind) => html`<option value="${kind}">${SENDING_WORDS[kind].de} / ${SENDING_WORDS[kind].en}</option>`,
  )}</select></label>
<button type="submit" class="primary" name="locale" value="de">${both('Auf Deutsch beantragen', 'Apply in German')}</button>
<button type="submit" name="locale" value="en">${both('Auf Englisch beantragen', 'Apply in English')}</button>
</form>
`;

const receivedItem = ({ leiKaId, regionalKey, status, ticketNumber, reference }: Received): Html =>
  html`<li class="card"><p>${leiKaId}, ${regionalKey}: ${status} ${ticketNumber ?? ''}</p><p>${reference}</p></li>
`;

/** The page after the portal has refused a person. */
export const refusedPage = ({ reason }: Sent): Html =>
  html`<h1>${both('Das andere Portal hat die Übergabe abgelehnt', 'The other portal refused the hand-over')}</h1>
<p>${both(`Grund: ${reason}`, `Reason: ${reason}`)}</p>
<p><a class="button" href="/">${both('Zurück', 'Back')}</a></p>`;

/** The return from the portal, with the result in the address and the portal's own answer. */
export const returnPage = (result: string, told: Told | null): Html =>
  html`<h1>${both('Willkommen zurück', 'Welcome back')}</h1>
<dl><dt>${both('In der Adresse', 'In the address')}</dt><dd id="result">${result}</dd>
<dt>${both('Vom anderen Portal bestätigt', 'Confirmed by the other portal')}</dt><dd id="told">${told?.status ?? '–'} ${told?.ticketNumber ?? ''}</dd></dl>
<p><a class="button" href="/">${both('Zur Startseite', 'To the home page')}</a></p>`;

/** The neighbour's own form, for a person whom the portal has handed over. */
export function formPage({ code, leiKaId, regionalKey, person = {}, status, ticketNumber }: Received): Html {
  if (status !== 'OPEN') {
    return html`<h1>${both('Dieser Antrag ist abgeschlossen', 'This application is finished')}</h1>
<p>${status} ${ticketNumber ?? ''}</p>
<form method="post" action="/formular/efa"><input type="hidden" name="code" value="${code}"><button class="primary" name="how" value="${status}">${both('Zurück zum Absender', 'Back to the sender')}</button></form>`;
  }
  const name = [person.givenName, person.familyName].filter(Boolean).join(' ');
  const address = [person.streetAddress, person.postalCode, person.locality].filter(Boolean).join(', ');
  return html`<h1>${both('Bauantrag', 'Building application')}</h1>
<p>${both(`Leistung ${leiKaId}, Ort ${regionalKey}`, `Service ${leiKaId}, place ${regionalKey}`)}</p>
<form method="post" action="/formular/efa">
<input type="hidden" name="code" value="${code}">
<label>${both('Name', 'Name')}<input type="text" name="name" value="${name}"></label>
<label>${both('Anschrift', 'Address')}<input type="text" name="address" value="${address}"></label>
<label>${both('Was möchten Sie bauen?', 'What do you want to build?')}<input type="text" name="project"></label>
<button class="primary" name="how" value="SUBMITTED">${both('Absenden', 'Submit')}</button>
<button name="how" value="OPEN">${both('Später weitermachen', 'Continue later')}</button>
<button name="how" value="ENDED">${both('Abbrechen', 'Cancel')}</button>
</form>`;
}

export const unknownPage = (): Html =>
  html`<h1>${both('Diese Übergabe kennen wir nicht', 'We do not know this hand-over')}</h1>`;
