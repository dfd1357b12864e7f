import { html } from '#server/html/html.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { operationsPaths, texts } from '../texts.ts';
import { casePath, lookUpForm } from './look-up-form.ts';

/** Says that there is no such application, and asks for another number. */
export function noCasePage(frame: PageFrame): string {
  const t = texts[frame.locale];
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${operationsPaths[frame.locale]}">${t.case.back}</a></p>
      <h1 class="sp-page-heading">${t.case.unknown}</h1>
      <p class="sp-measure">${t.case.unknownNote}</p>
      ${lookUpForm(frame)}
    </div>`,
    { pathOf: casePath },
  );
}
