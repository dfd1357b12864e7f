import { type GiveUpReason, giveUpReasons } from '#domain/give-up.ts';
import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { button, section, table } from '../parts.ts';
import { formatOf, operationsPaths, problemText, texts, titles } from '../texts.ts';
import { type Act, actsOf } from './acts.ts';
import { casePath } from './look-up-form.ts';
import type { Case } from './read-case.ts';
import { reasonField, unsavedText } from './reason-field.ts';
import { removalLink } from './removal-page.ts';
import { type RepairForm, reasonIn } from './repair-form.ts';
import type { TriedOutcome } from './tried.ts';

/** Result of the last repair, or why there was none. */
export type CaseNotice = 'givenUp' | 'moved' | 'reason' | 'role';

export type CasePage = {
  case: Case;
  notice: CaseNotice | null;
  /** Outcome of a try that an operator has asked for, and where that can be seen again; null for none. */
  tried: (TriedOutcome & { address: string }) | null;
  /** The form that was not taken; null for none. */
  typed: RepairForm | null;
  /** Whether the operator may set something right. */
  mayRepair: boolean;
  /** Whether the operator may remove the application. */
  mayErase: boolean;
  /** Name of the service and the authority. */
  form: string;
};

/** The page of one application: how far it is, and what an operator can have tried again. */
export function casePage(frame: PageFrame, page: CasePage): string {
  const { locale } = frame;
  const t = texts[locale].case;
  const { delivery, processId } = page.case;
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${operationsPaths[locale]}">${t.back}</a></p>
      <h1 class="sp-page-heading">${filled(t.title, { number: delivery?.ticketNumber ?? processId })}</h1>
      ${page.notice && notice(frame, page.notice)}
      ${page.tried && triedNotice(frame, page.tried)}
      ${lostText(frame, page)}
      ${!page.mayRepair && html`<p class="sp-measure">${t.lookOnly}</p>`}
      ${facts(frame, page)}
      ${repairsOf(frame, page)}
      ${handInTable(frame, page.case)}
      ${paymentTable(frame, page.case)}
      ${page.mayErase && removalLink(locale, processId)}
    </div>`,
    { pathOf: casePath },
  );
}

function notice({ locale }: PageFrame, kind: CaseNotice): Html {
  const isGood = kind === 'givenUp';
  return html`<p class="${isGood ? 'sp-lead' : 'sp-error'}" role="${isGood ? 'status' : 'alert'}"><span>${texts[locale].case.notice[kind]}</span></p>`;
}

function triedNotice({ locale }: PageFrame, { text, kind, address }: NonNullable<CasePage['tried']>): Html {
  return html`<p class="${kind === 'bad' ? 'sp-error' : 'sp-lead'}" role="${kind === 'bad' ? 'alert' : 'status'}"><span>${text}</span></p>
    ${kind === 'open' && html`<p><a class="sp-link" href="${address}">${texts[locale].case.outcome.reload}</a></p>`}`;
}

/** The text of an act that is no longer offered. */
function lostText({ locale }: PageFrame, { case: found, typed, mayRepair }: CasePage): Html | null {
  if (typed === null || (mayRepair && actsOf(found).some((act) => isOf(act, typed)))) return null;
  return unsavedText(typed.because, locale);
}

/** Whether a form is that of an act, which may have moved meanwhile. */
const isOf = ({ act, what, id }: Act, form: RepairForm): boolean =>
  form.act === act && form.what === what && (what === 'delivery' || form.id === id);

function facts({ locale }: PageFrame, { case: found, form }: CasePage): Html {
  const t = texts[locale];
  const { time, count } = formatOf(locale);
  const { delivery } = found;
  const rows: [string, string][] = [
    [t.case.status, titles[locale].process[found.status]],
    [t.case.since, time(found.since)],
    [t.case.form, form],
  ];
  if (delivery) {
    const { context, state } = delivery;
    rows.push([t.case.delivery, titles[locale].submission[state]]);
    if (state === 'waiting' || state === 'SUBMISSION_FAILURE')
      rows.push([t.deliveries.step, titles[locale].submission[context.step]]);
    if (context.problem !== null) rows.push([t.deliveries.problem, problemText(context.problem, locale)]);
    if (context.givenUp) rows.push([t.case.giveUp.told, t.case.giveUp.reasons[context.givenUp]]);
    if (context.tries > 0) rows.push([t.deliveries.tries, count(context.tries)]);
    if (context.nextTryAt !== null) rows.push([t.deliveries.next, time(new Date(context.nextTryAt))]);
  }
  return html`<dl class="kern-description-list sp-descriptions">${rows.map(
    ([name, value]) =>
      html`<div class="kern-description-list-item"><dt class="kern-description-list-item__key">${name}</dt><dd class="kern-description-list-item__value">${value}</dd></div>`,
  )}</dl>`;
}

/** Forms for what an operator can have tried again or give up. */
function repairsOf(frame: PageFrame, page: CasePage): Html | null {
  const { case: found, mayRepair } = page;
  if (!mayRepair) return null;
  const t = texts[frame.locale].case;
  const acts = actsOf(found);
  return section(
    'repair',
    t.repair,
    html`<p class="sp-measure">${acts.length === 0 ? t.nothing : t.repairNote}</p>`,
    ...acts.map((act) => actForm(frame, page, act)),
  );
}

function actForm({ locale }: PageFrame, page: CasePage, act: Act): Html {
  const t = texts[locale].case;
  const { processId } = page.case;
  const typed = page.typed !== null && isOf(act, page.typed) ? page.typed : null;
  const isFaulty = page.notice === 'reason' && typed !== null;
  const id = `${act.act}-${act.what}-${act.id}`;
  const named = act.act === 'giveUp' ? t.giveUp[act.what] : t.try[act.what];
  const title = filled(named, { number: String(act.number) });
  return html`<form class="sp-stack sp-measure" method="post" action="${casePath(locale)}" aria-labelledby="${id}-title">
    <h3 id="${id}-title" class="sp-card-heading">${title}</h3>
    <input type="hidden" name="process" value="${processId}">
    <input type="hidden" name="act" value="${act.act}">
    <input type="hidden" name="what" value="${act.what}">
    <input type="hidden" name="id" value="${act.id}">
    <input type="hidden" name="seen" value="${act.seen}">
    ${act.act === 'giveUp' && toldField(locale, id, { act, chosen: typed?.reason, isMissing: isFaulty && !typed.reason })}
    ${reasonField({
      id,
      label: act.act === 'giveUp' ? t.becauseToo : t.because,
      hint: t.becauseHint,
      typed: typed?.because,
      error: isFaulty && reasonIn(typed.because) === null ? t.reasonMissing : null,
    })}
    <div class="sp-actions">${button(title, act.act === 'giveUp' ? 'secondary' : 'primary')}</div>
  </form>`;
}

/** Asks what the person is told, in their language; nothing is chosen beforehand. */
function toldField(
  locale: Locale,
  id: string,
  about: { act: Act; chosen: GiveUpReason | undefined; isMissing: boolean },
): Html {
  const { giveUp: t, choiceMissing } = texts[locale].case;
  const { act, chosen, isMissing } = about;
  return html`<p class="sp-measure">${act.what === 'delivery' ? t.deliveryNote : t.handInNote}</p>
    <fieldset class="kern-fieldset sp-field${isMissing && ' sp-field--error'}"${isMissing && html` aria-describedby="${id}-told-error"`}><legend class="kern-label">${t.reason}</legend>${
      isMissing && html`<p class="sp-error" id="${id}-told-error"><span>${choiceMissing}</span></p>`
    }<div class="sp-control"><div class="sp-choices">${giveUpReasons.map(
      (reason) =>
        html`<div class="kern-form-check"><input class="kern-form-check__radio" type="radio" id="${id}-${reason}" name="reason" value="${reason}"${reason === chosen && html` checked`} required><label class="kern-label" for="${id}-${reason}">${t.reasons[reason]}</label></div>`,
    )}</div></div></fieldset>`;
}

function handInTable({ locale }: PageFrame, { handIns }: Case): Html | null {
  if (handIns.length === 0) return null;
  const { handIns: t, deliveries: d } = texts[locale];
  const { count, time } = formatOf(locale);
  const stateOf = titles[locale].handIn as Record<string, string>;
  return table(
    t.caption,
    [
      { title: t.number, cell: ({ number }) => count(number) },
      { title: t.state, cell: ({ state }) => stateOf[state] ?? state },
      {
        title: d.problem,
        cell: ({ context: { problem } }) => (problem === null ? '–' : problemText(problem, locale)),
      },
      { title: d.tries, numeric: true, cell: ({ context }) => count(context.tries) },
      {
        title: d.next,
        cell: ({ state, context }) => (state === 'waiting' ? time(new Date(context.nextTryAt)) : '–'),
      },
    ],
    handIns,
    t.none,
  );
}

function paymentTable({ locale }: PageFrame, { payments }: Case): Html | null {
  if (payments.length === 0) return null;
  const { case: t, refunds } = texts[locale];
  const { count, time } = formatOf(locale);
  return table(
    t.payments,
    [
      { title: t.attempt, cell: ({ attempt }) => count(attempt) },
      { title: texts[locale].handIns.state, cell: ({ state }) => titles[locale].payment[state] },
      { title: t.begun, cell: ({ createdAt }) => time(createdAt) },
      { title: t.asked, numeric: true, cell: ({ checks }) => count(checks) },
      { title: t.askedUntil, cell: ({ askedUntil }) => time(askedUntil) },
      { title: refunds.reference, cell: ({ reference }) => reference ?? '–' },
    ],
    payments,
    '',
  );
}
