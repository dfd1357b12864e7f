import type { RefundStep } from '#domain/refund-steps.ts';
import { type Html, html } from '#server/html/html.ts';
import { type RefundRow, refundMark } from '#server/payment/refund.ts';
import { operationsDocument, type PageFrame } from '../frame.ts';
import { button, section } from '../parts.ts';
import { formatOf, operationsPaths, operatorName, texts, titles } from '../texts.ts';
import { reasonField, unsavedText } from './reason-field.ts';
import type { RefundForm } from './refund-form.ts';
import { refundPath } from './refund-path.ts';

/** Outcome of the last step, or why there was none. */
export type RefundNotice = RefundStep | 'moved' | 'same' | 'reason' | 'role';

export type RefundPage = {
  refund: RefundRow;
  /** Steps that this operator can take now. */
  steps: readonly RefundStep[];
  notice: RefundNotice | null;
  /** The form that was not taken; null for none. */
  typed: Pick<RefundForm, 'step' | 'because'> | null;
  mayRepair: boolean;
  /** Whether two operators are needed. */
  byTwo: boolean;
};

const refusals: readonly RefundNotice[] = ['moved', 'same', 'reason', 'role'];

/** The page of one refund: what it is, who has noted what, and what an operator can note. */
export function refundPage(frame: PageFrame, page: RefundPage): string {
  const { locale } = frame;
  const { refund: t, case: c } = texts[locale];
  const { refund, mayRepair, notice } = page;
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <p><a class="sp-link" href="${operationsPaths[locale]}">${c.back}</a></p>
      <h1 class="sp-page-heading">${t.title}</h1>
      ${notice && told(frame, notice)}
      ${page.typed && !page.steps.includes(page.typed.step) && unsavedText(page.typed.because, locale)}
      ${!mayRepair && html`<p class="sp-measure">${t.lookOnly}</p>`}
      ${facts(frame, refund)}
      ${page.steps.length > 0 && stepForms(frame, page)}
    </div>`,
    { pathOf: refundPath },
  );
}

/** The page for a payment that is not to be returned, or no longer listed. */
export const noRefundPage = (frame: PageFrame): string => {
  const { refund: t, case: c } = texts[frame.locale];
  return operationsDocument(
    frame,
    html`<div class="sp-stack">
      <h1 class="sp-page-heading">${t.unknown}</h1>
      <p class="sp-measure">${t.unknownNote}</p>
      <p><a class="sp-link" href="${operationsPaths[frame.locale]}">${c.back}</a></p>
    </div>`,
    { pathOf: refundPath },
  );
};

function told({ locale }: PageFrame, kind: RefundNotice): Html {
  const isBad = refusals.includes(kind);
  return html`<p class="${isBad ? 'sp-error' : 'sp-lead'}" role="${isBad ? 'alert' : 'status'}"><span>${texts[locale].refund.notice[kind]}</span></p>`;
}

function facts({ locale }: PageFrame, refund: RefundRow): Html {
  const { refunds: list, refund: t } = texts[locale];
  const { money, time } = formatOf(locale);
  const { proposed, refunded, refundedAt } = refund;
  const state = refundedAt ? 'returned' : proposed ? 'proposed' : 'open';
  const rows: [string, string][] = [
    [list.state, titles[locale].refund[state]],
    [list.amount, money(refund.amountCents)],
    [list.noted, time(refund.notedAt)],
    [list.reference, refund.reference ?? '–'],
    [list.transaction, refund.transactionId],
    [list.payee, refund.endPointId],
  ];
  if (proposed)
    rows.push(
      [t.proposedAt, time(new Date(proposed.at))],
      [t.proposedBy, operatorName(proposed.by, locale)],
      [t.proposedNote, proposed.note],
    );
  if (refundedAt && refunded)
    rows.push(
      [list.returnedAt, time(refundedAt)],
      [list.by, operatorName(refunded.by, locale)],
      [t.returnedNote, refunded.note],
    );
  return html`<dl class="kern-description-list sp-descriptions">${rows.map(
    ([name, value]) =>
      html`<div class="kern-description-list-item"><dt class="kern-description-list-item__key">${name}</dt><dd class="kern-description-list-item__value">${value}</dd></div>`,
  )}</dl>`;
}

function stepForms(frame: PageFrame, page: RefundPage): Html {
  const { steps, byTwo } = page;
  const { refund: t, case: c } = texts[frame.locale];
  return section(
    'note',
    t.steps,
    html`<p class="sp-measure">${t.stepsNote}</p>`,
    ...(byTwo ? [html`<p class="sp-measure">${t.byTwo}</p>`] : []),
    html`<p class="sp-measure">${c.repairNote}</p>`,
    ...steps.map((step) => stepForm(frame, page, step)),
  );
}

function stepForm({ locale }: PageFrame, { refund, typed, notice }: RefundPage, step: RefundStep): Html {
  const { refund: t } = texts[locale];
  const id = `because-${step}`;
  return html`<form class="sp-stack sp-measure" method="post" action="${refundPath(locale)}" aria-labelledby="${id}-title">
    <h3 id="${id}-title" class="sp-card-heading">${t.step[step]}</h3>
    <input type="hidden" name="payment" value="${refund.paymentId}">
    <input type="hidden" name="step" value="${step}">
    <input type="hidden" name="seen" value="${refundMark(refund)}">
    ${reasonField({
      id,
      label: t.because,
      hint: t.becauseHint,
      typed: typed?.step === step ? typed.because : '',
      error: typed?.step === step && notice === 'reason' ? texts[locale].case.reasonMissing : null,
    })}
    <div class="sp-actions">${button(t.step[step], step === 'discard' ? 'secondary' : 'primary')}</div>
  </form>`;
}
