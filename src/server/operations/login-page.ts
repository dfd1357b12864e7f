import { type Html, html } from '#server/html/html.ts';
import { operationsDocument, type PageFrame } from './frame.ts';
import { button, field } from './parts.ts';
import { operationsPaths, texts } from './texts.ts';

const tokenFaults = ['wrong', 'tooMany'] as const;
type TokenFault = (typeof tokenFaults)[number];
/** Why the last attempt was no login. */
export type LoginFault = TokenFault | AnswerFault | 'away';

/** Why the answer of the provider was no login, as the address of the page says it. */
const answerFaults = ['over', 'cancelled', 'failed', 'noRole'] as const;
type AnswerFault = (typeof answerFaults)[number];

/** Returns what the address of the page says about the last attempt; null for nothing. */
export const loginFaultIn = ({ login }: { login?: unknown }): AnswerFault | null =>
  answerFaults.find((fault) => fault === login) ?? null;

export type LoginWays = {
  /** Whether operators log in at the provider of the administration. */
  byPerson: boolean;
  /** Whether there is a token. */
  byToken: boolean;
  fault: LoginFault | null;
};

const isOfToken = (fault: LoginFault | null): fault is TokenFault =>
  (tokenFaults as readonly (LoginFault | null)[]).includes(fault);

/** Asks who an operator is. Where there is a login for persons, the token is the way for emergencies. */
export function loginPage(frame: PageFrame, { byPerson, byToken, fault }: LoginWays): string {
  const t = texts[frame.locale];
  const ofToken = isOfToken(fault) ? fault : null;
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-measure">
      <h1 class="sp-page-heading">${t.title}</h1>
      <p class="sp-lead">${t.login.lead}</p>
      ${fault !== null && ofToken === null && html`<p class="sp-error" role="alert"><span>${t.login[fault]}</span></p>`}
      ${
        byPerson &&
        html`<div class="sp-actions"><a class="kern-btn kern-btn--primary" href="${operationsPaths[frame.locale]}/${t.login.path}"><span class="kern-label">${t.login.person}</span></a></div>`
      }
      ${byToken && byPerson && emergency(frame, ofToken)}
      ${byToken && !byPerson && tokenForm(frame, ofToken)}
    </div>`,
  );
}

function emergency(frame: PageFrame, fault: TokenFault | null): Html {
  const { login } = texts[frame.locale];
  return html`<details class="sp-stack"${fault !== null && html` open`}>
    <summary>${login.emergency}</summary>
    <p>${login.emergencyNote}</p>
    ${tokenForm(frame, fault, 'secondary')}
  </details>`;
}

function tokenForm(
  { locale }: PageFrame,
  fault: TokenFault | null,
  variant: 'primary' | 'secondary' = 'primary',
): Html {
  const { login } = texts[locale];
  const error = fault && login[fault];
  return html`<form class="sp-stack" method="post" action="${operationsPaths[locale]}">
    ${field(
      'token',
      login.label,
      html`<input class="kern-form-input__input sp-width-full" id="token" name="token" type="password" autocomplete="current-password" required${error !== null && html` aria-invalid="true" aria-describedby="token-error"`}>`,
      error,
    )}
    <div class="sp-actions">${button(login.button, variant)}</div>
  </form>`;
}

/**
 * Leads on from the provider's answer. A redirect would not do: browsers send the cookie (SameSite=Strict) only when a
 * page of ours leads there.
 */
export function goOnPage(frame: PageFrame): string {
  const { login } = texts[frame.locale];
  const path = operationsPaths[frame.locale];
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-measure">
      <h1 class="sp-page-heading">${login.goOn}</h1>
      <p><a class="sp-link" href="${path}">${login.goOnLink}</a></p>
    </div>`,
    { head: [html`<meta http-equiv="refresh" content="0; url=${path}">`] },
  );
}
