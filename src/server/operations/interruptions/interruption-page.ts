import { kindOf, SENTENCE_LENGTH } from '#domain/interruption.ts';
import { type Locale, locales } from '#domain/locale.ts';
import { germanDateAndTime } from '#forms/rules/german-moment.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { type InterruptionRow, interruptionMark } from '#server/interruptions/row.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { button, field, section } from '../parts.ts';
import { reasonField, unsavedText } from '../repair/reason-field.ts';
import { formatOf, operationsPaths, operatorName, texts } from '../texts.ts';
import type { InterruptionForm } from './interruption-form.ts';
import { interruptionPath } from './interruption-path.ts';

/** Outcome of the last step, or why there was none. */
export const interruptionNotices = [
  'said',
  'ended',
  'moved',
  'refused',
  'reason',
  'sentence',
  'times',
  'role',
] as const;
export type InterruptionNotice = (typeof interruptionNotices)[number];

export type InterruptionPage = {
  row: InterruptionRow;
  name: string;
  notice: InterruptionNotice | null;
  mayRepair: boolean;
  /** Entries that were not taken, so that nobody types them twice. */
  typed: Partial<InterruptionForm>;
};

const done: readonly InterruptionNotice[] = ['said', 'ended'];

/** The page of one thing that can be interrupted: how it stands, and what an operator can say of it. */
export function interruptionPage(frame: PageFrame, page: InterruptionPage): string {
  const { locale } = frame;
  const t = texts[locale].interruptions;
  const { row, notice, mayRepair } = page;
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${operationsPaths[locale]}">${texts[locale].case.back}</a></p>
      <h1 class="sp-page-heading">${page.name}</h1>
      ${notice && told(frame, notice)}
      ${page.typed.step === 'end' && row.state === 'none' && unsavedText(page.typed.because ?? '', locale)}
      <p class="sp-measure">${t.effect[kindOf(row.what)]}</p>
      ${!mayRepair && html`<p class="sp-measure">${t.lookOnly}</p>`}
      ${facts(frame, row)}
      ${mayRepair && row.state !== 'none' && endForm(frame, page)}
      ${mayRepair && sayForm(frame, page)}
    </div>`,
    { pathOf: interruptionPath },
  );
}

/** The page for something that cannot be interrupted here. */
export const noInterruptionPage = (frame: PageFrame): string => {
  const t = texts[frame.locale].interruptions;
  return operationsDocument(
    frame,
    html`<div class="sp-stack">
      <h1 class="sp-page-heading">${t.unknown}</h1>
      <p><a class="sp-link" href="${operationsPaths[frame.locale]}">${texts[frame.locale].case.back}</a></p>
    </div>`,
    { pathOf: interruptionPath },
  );
};

function told({ locale }: PageFrame, kind: InterruptionNotice): Html {
  const isGood = done.includes(kind);
  return html`<p class="${isGood ? 'sp-lead' : 'sp-error'}" role="${isGood ? 'status' : 'alert'}"><span>${texts[locale].interruptions.notice[kind]}</span></p>`;
}

function facts({ locale }: PageFrame, { state, context: { said } }: InterruptionRow): Html {
  const t = texts[locale].interruptions;
  const { time } = formatOf(locale);
  const rows: [string, Html | string][] = [[t.state, t.states[state]]];
  if (said)
    rows.push(
      ...locales.map((code): [string, Html] => [
        t.sentence[code],
        html`<span lang="${code}">${said.sentence[code]}</span>`,
      ]),
      [t.from, time(new Date(said.from))],
      [t.until, said.until ? time(new Date(said.until)) : t.untilEnded],
      [t.saidAt, time(new Date(said.at))],
      [t.by, operatorName(said.by, locale)],
      [t.because, said.note],
    );
  return html`<dl class="kern-description-list sp-descriptions">${rows.map(
    ([name, value]) =>
      html`<div class="kern-description-list-item"><dt class="kern-description-list-item__key">${name}</dt><dd class="kern-description-list-item__value">${value}</dd></div>`,
  )}</dl>`;
}

const hidden = ({ row }: InterruptionPage, step: 'say' | 'end'): Html =>
  html`<input type="hidden" name="what" value="${row.what}"><input type="hidden" name="step" value="${step}"><input type="hidden" name="seen" value="${interruptionMark(row)}">`;

function because({ locale }: PageFrame, step: 'say' | 'end', { typed, notice }: InterruptionPage): Html {
  const t = texts[locale].interruptions;
  const isTyped = typed.step === step;
  return reasonField({
    id: `because-${step}`,
    label: t.because,
    hint: t.becauseHint,
    typed: isTyped ? typed.because : '',
    error: isTyped && notice === 'reason' ? texts[locale].case.reasonMissing : null,
  });
}

function endForm(frame: PageFrame, page: InterruptionPage): Html {
  const { locale } = frame;
  const t = texts[locale].interruptions;
  return section(
    'end',
    t.end,
    html`<form class="sp-stack sp-measure" method="post" action="${interruptionPath(locale)}">
      ${hidden(page, 'end')}
      ${because(frame, 'end', page)}
      <div class="sp-actions">${button(t.end)}</div>
    </form>`,
  );
}

function sayForm(frame: PageFrame, page: InterruptionPage): Html {
  const { locale } = frame;
  const t = texts[locale].interruptions;
  const { row } = page;
  const kind = kindOf(row.what);
  const typed = page.typed.step === 'say' ? page.typed : {};
  const { said } = row.context;
  const isNew = said === null;
  const label = t.say[kind === 'maintenance' ? 'maintenance' : 'pause'][isNew ? 'new' : 'again'];
  const sentence = (code: Locale) =>
    field(
      code,
      t.sentence[code],
      html`<textarea class="kern-form-input__input sp-width-full" id="${code}" name="${code}" lang="${code}" rows="3" maxlength="${String(SENTENCE_LENGTH)}" required aria-describedby="sentence-hint">${
        typed[code] ?? said?.sentence[code] ?? texts[code].interruptions.ready[kind]
      }</textarea>`,
    );
  const moment = (name: 'from' | 'until') =>
    field(
      name,
      t[name],
      html`<input class="kern-form-input__input sp-width-20" id="${name}" name="${name}" type="datetime-local" value="${
        typed[name] ?? (said?.[name] ? germanDateAndTime(Date.parse(said[name])) : '')
      }" required>`,
    );
  return section(
    'say',
    label,
    html`<form class="sp-stack sp-measure" method="post" action="${interruptionPath(locale)}">
      ${hidden(page, 'say')}
      <p id="sentence-hint">${filled(t.sentenceHint, { most: String(SENTENCE_LENGTH) })}</p>
      ${locales.map(sentence)}
      ${kind === 'maintenance' && html`<div class="sp-row">${moment('from')}${moment('until')}</div><p>${t.germanTime}</p>`}
      ${because(frame, 'say', page)}
      <div class="sp-actions">${button(label, isNew ? 'primary' : 'secondary')}</div>
    </form>`,
  );
}
