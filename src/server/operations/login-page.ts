import { html } from '#server/html/html.ts';
import { operationsDocument, type PageFrame } from './frame.ts';

import { button, field } from './parts.ts';
import { operationsPaths, texts } from './texts.ts';

/** Asks for the operators' token. @param fault the fault of the last attempt */
export function loginPage(frame: PageFrame, fault: 'wrong' | 'tooMany' | null): string {
  const t = texts[frame.locale];
  const error = fault && t.login[fault];
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-measure">
      <h1 class="sp-page-heading">${t.title}</h1>
      <p class="sp-lead">${t.login.lead}</p>
      <form class="sp-stack" method="post" action="${operationsPaths[frame.locale]}">
        ${field(
          'token',
          t.login.label,
          html`<input class="kern-form-input__input sp-width-full" id="token" name="token" type="password" autocomplete="current-password" required${error !== null && html` aria-invalid="true" aria-describedby="token-error"`}>`,
          error,
        )}
        <div class="sp-actions">${button(t.login.button)}</div>
      </form>
    </div>`,
  );
}
