import { feedbackPaths, pageSlugs, paths } from '#contract/pages.ts';
import { FEEDBACK_CHARACTERS, foundAnswers, starCounts } from '#domain/feedback.ts';
import type { Locale } from '#domain/locale.ts';
import commonDe from '#locales/de/common.json' with { type: 'json' };
import de from '#locales/de/feedback.json' with { type: 'json' };
import commonEn from '#locales/en/common.json' with { type: 'json' };
import en from '#locales/en/feedback.json' with { type: 'json' };
import type { Content } from '#server/content/types.ts';
import { type Html, html } from '#server/html/html.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { plainDocument } from '#server/html/plain-document.ts';
import { filled, frameTexts } from '#server/html/texts.ts';
import type { FeedbackFault, FeedbackInput, FeedbackSubject } from './feedback.ts';

const texts = { de, en };
const common = { de: commonDe, en: commonEn };
const languages: [Locale, string][] = [
  ['de', 'Deutsch'],
  ['en', 'English'],
];

export type FeedbackFrame = {
  locale: Locale;
  content: Content;
  /** Null when the browser application is not built: the page then has no styling. */
  files: PageFiles | null;
  /** The note about maintenance; empty without one. */
  note: string;
  subject: FeedbackSubject;
  /** Whether this installation passes feedback on to the national component. */
  isPassedOn: boolean;
};

/** Asks for feedback. After a fault the page keeps what was filled in and says what to do. */
export function feedbackPage(
  frame: FeedbackFrame,
  input: FeedbackInput,
  fault: FeedbackFault | null = null,
): string {
  const { locale, content, subject } = frame;
  const t = texts[locale];
  const { occasion, leiKaId, area } = subject;
  const service = content.services.get(leiKaId ?? '')?.title[locale] ?? '';
  const count = String(FEEDBACK_CHARACTERS);
  const error = fault && filled(t.faults[fault], { count });
  const tooLong = fault === 'too-long';
  return page(
    frame,
    fault ? `${t.faults.error} ${t.title}` : t.title,
    html`${error !== null && summary(t, error, tooLong ? 'text' : 'found')}
      <h1 class="sp-page-heading">${t.title}</h1>
      <p class="sp-lead">${filled(t.lead[occasion], { service })}</p>
      <p>${t.anonymous}</p>
      ${frame.isPassedOn && leiKaId !== null && html`<p>${t.passedOn}</p>`}
      <form class="sp-stack" method="post" action="${feedbackPaths[locale]}" novalidate>
        <input type="hidden" name="id" value="${input.id}">
        <input type="hidden" name="occasion" value="${occasion}">
        <input type="hidden" name="leiKaId" value="${leiKaId ?? ''}">
        <input type="hidden" name="area" value="${area ?? ''}">
        ${choices({
          name: 'found',
          label: t.found.label[occasion],
          options: foundAnswers.map((value) => ({ value, label: t.found[value] })),
          chosen: input.found,
          optional: t.optional,
        })}
        ${choices({
          name: 'stars',
          label: t.stars.label,
          options: starCounts.map((value) => ({ value: String(value), label: t.stars[value] })),
          chosen: input.stars,
          optional: t.optional,
        })}
        <div class="sp-field${tooLong && ' sp-field--error'}">
          <label class="kern-label" for="text">${t.text.label}<span class="kern-label__optional"> ${t.optional}</span></label>
          <div class="kern-hint" id="text-hint">${filled(t.text.hint, { count })}</div>
          ${tooLong && html`<p class="sp-error" id="text-error"><span><span class="kern-sr-only">${t.faults.error} </span>${error}</span></p>`}
          <div class="sp-control"><textarea class="kern-form-input__input sp-width-full${tooLong && ' kern-form-input__input--error'}" id="text" name="text" rows="6" aria-describedby="text-hint${tooLong && ' text-error'}"${tooLong && html` aria-invalid="true"`}>${input.text}</textarea></div>
        </div>
        <div class="sp-actions"><button type="submit" class="kern-btn kern-btn--primary"><span class="kern-label">${t.send}</span></button></div>
      </form>
      <p>${t.help} <a class="sp-link" href="${paths.page[locale].replace('$', pageSlugs.help[locale])}">${t.helpLink}</a></p>`,
  );
}

/** Thanks for a feedback that is stored. @param leftOut whether personal data was left out of its text */
export function thanksPage(frame: FeedbackFrame, leftOut: boolean): string {
  const t = texts[frame.locale].thanks;
  const back = wayBack(frame);
  return page(
    frame,
    t.title,
    html`<h1 class="sp-page-heading">${t.title}</h1>
      <p>${t.text}</p>
      ${leftOut && html`<p>${t.leftOut}</p>`}
      <p class="sp-actions"><a class="kern-btn kern-btn--secondary" href="${back.href}"><span class="kern-label">${back.label}</span></a></p>`,
  );
}

/** Says that no more feedback is taken today. What was written stays to be copied. */
export function fullPage(frame: FeedbackFrame, text: string): string {
  const t = texts[frame.locale].full;
  return page(
    frame,
    t.title,
    html`<h1 class="sp-page-heading">${t.title}</h1>
      <p>${t.text}</p>
      ${text !== '' && html`<textarea class="kern-form-input__input sp-width-full" rows="6" readonly aria-label="${texts[frame.locale].text.label}">${text}</textarea>`}`,
  );
}

function page({ locale, content, files, note, subject }: FeedbackFrame, title: string, markup: Html): string {
  const query = (at: Locale) =>
    `${feedbackPaths[at]}?${new URLSearchParams({
      occasion: subject.occasion,
      ...(subject.leiKaId !== null && { leiKaId: subject.leiKaId }),
      ...(subject.area !== null && { area: subject.area }),
    })}`;
  const nav = html`<nav aria-label="${frameTexts[locale].languages}"><ul class="sp-languages">${languages.map(
    ([code, name]) =>
      html`<li><a href="${query(code)}" lang="${code}" hreflang="${code}"${code === locale && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`;
  return plainDocument(
    { locale, title, theme: content.theme, files, languages: nav, note },
    html`<div class="sp-stack sp-measure">${markup}</div>`,
  );
}

/** The way back: to the service, or to the start page. */
function wayBack({ locale, subject: { leiKaId, area } }: FeedbackFrame): { label: string; href: string } {
  if (leiKaId === null) return { label: common[locale].toHome, href: paths.home[locale] };
  const service = paths.service[locale].replace('$leikaid', leiKaId);
  return { label: texts[locale].thanks.back, href: area === null ? service : `${service}?area=${area}` };
}

/** The fault at the top of the page, with a link to the field. It takes the focus without a script. */
const summary = ({ faults }: typeof de, error: string, field: string): Html =>
  html`<section class="sp-error-summary" tabindex="-1" autofocus role="alert" aria-labelledby="faults"><h2 id="faults">${faults.title}</h2><ul><li><a href="#${field}">${error}</a></li></ul></section>`;

type Choices = {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  chosen: string;
  optional: string;
};

/** One of a few options. The first control has the id of the field, so that the fault leads to it. */
const choices = ({ name, label, options, chosen, optional }: Choices): Html =>
  html`<fieldset class="kern-fieldset sp-field"><legend class="kern-label">${label}<span class="kern-label__optional"> ${optional}</span></legend><div class="sp-control"><div class="sp-choices">${options.map(
    (option, index) => {
      const id = index === 0 ? name : `${name}-${index + 1}`;
      return html`<div class="kern-form-check"><input type="radio" class="kern-form-check__radio" id="${id}" name="${name}" value="${option.value}"${option.value === chosen && html` checked`}><label class="kern-label" for="${id}">${option.label}</label></div>`;
    },
  )}</div></div></fieldset>`;
