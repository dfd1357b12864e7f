import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import type { PageFrame } from '../frame.ts';
import { button, field, section } from '../parts.ts';
import { operationsPaths, texts } from '../texts.ts';

/** Address of the page of an application, without its number. */
export const casePath = (locale: Locale): string => `${operationsPaths[locale]}/${texts[locale].case.path}`;

/** Asks for the number of an application. */
export function lookUpForm({ locale }: PageFrame): Html {
  const t = texts[locale].case;
  return section(
    'look-up',
    t.lookUp,
    html`<form class="sp-stack" method="get" action="${casePath(locale)}">
      ${field('number', t.number, html`<input class="kern-form-input__input sp-width-20" id="number" name="number" required autocomplete="off" maxlength="100" aria-describedby="number-hint">`)}
      <p id="number-hint" class="sp-measure">${t.numberHint}</p>
      <div class="sp-actions">${button(t.show, 'secondary')}</div>
    </form>`,
  );
}
