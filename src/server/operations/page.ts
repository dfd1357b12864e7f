import { languageTag } from '#domain/locale.ts';
import type { DayRange, Report } from '#server/analytics/report.ts';
import type { Content } from '#server/content/types.ts';
import type { FeedbackReport } from '#server/feedback/report.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import type { Orphans } from '#server/processes/orphans.ts';
import type { SeenServer } from '#server/running-servers/row.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { contents } from './contents.ts';
import { countedTables } from './counted-tables.ts';
import { feedbackTables } from './feedback-tables.ts';
import { operationsDocument, type PageFrame } from './frame.ts';
import { type InterruptionList, interruptionsTable } from './interruptions/interruptions-table.ts';
import type { JobQueue } from './job-queues.ts';
import { jobQueuesTable } from './job-queues-table.ts';
import { type MailFigures, mailTable } from './mail-table.ts';
import { type OpenDelivery, openDeliveriesTable } from './open-deliveries.ts';
import { type OpenHandIn, openHandInsTable } from './open-hand-ins.ts';
import { type OpenPayment, openPaymentsTable } from './open-payments.ts';
import { orphansTable } from './orphans-table.ts';
import { button, field, section } from './parts.ts';
import { lastDays } from './range.ts';
import { type Refunds, refundTables } from './refund-tables.ts';
import { lookUpForm } from './repair/look-up-form.ts';
import { attention } from './servers/attention.ts';
import { certificatesTable } from './servers/certificates-table.ts';
import { knownCertificates, knownPartners } from './servers/known.ts';
import { partnersTable } from './servers/partners-table.ts';
import { serversTable } from './servers/servers-table.ts';
import { type StateOfService, stateTables } from './state-tables.ts';
import { operationsPaths, texts } from './texts.ts';
import { whatWaits } from './waiting.ts';

export type OperationsPage = {
  range: DayRange;
  report: Report;
  feedback: FeedbackReport;
  content: Content;
  refunds: Refunds;
  mails: MailFigures;
  deliveries: OpenDelivery[];
  handIns: OpenHandIn[];
  payments: OpenPayment[];
  queues: JobQueue[];
  orphans: Orphans[];
  state: StateOfService;
  interruptions: InterruptionList;
  servers: SeenServer[];
  operator: Pick<OperatorSession, 'operator' | 'roles'>;
  now: Date;
};

/**
 * Returns the operators' page: first what is wrong with the installation or waits for somebody, and the contents of the
 * page; then what operators have interrupted, what may wait for somebody (payments, deliveries, hand-ins, e-mails, money to be returned, queues), partners, servers,
 * certificates and the running versions, then counts and feedback of some days.
 */
export function operationsPage(frame: PageFrame, page: OperationsPage): string {
  const { locale } = frame;
  const t = texts[locale];
  const installation = {
    servers: page.servers,
    partners: knownPartners(page.servers),
    certificates: knownCertificates(page.servers),
  };
  const parts = [
    interruptionsTable(frame, page.interruptions, page.content),
    lookUpForm(frame),
    openPaymentsTable(page.payments, locale),
    openDeliveriesTable(page.deliveries, locale),
    openHandInsTable(page.handIns, locale),
    mailTable(page.mails, locale),
    refundTables(page.refunds, locale),
    jobQueuesTable(page.queues, locale),
    partnersTable(installation.partners, page.now, locale),
    serversTable(page.servers, locale),
    certificatesTable(installation.certificates, locale),
    stateTables(page.state, locale),
    orphansTable(page.orphans, locale),
    rangeForm(frame, page),
    countedTables(page.report, page.content, locale),
    visitsLink(frame, page),
    feedbackTables(page.feedback, page.content, locale),
  ].flat();
  return operationsDocument(
    frame,
    html`<div class="sp-stack sp-stack--large">
      <div class="sp-row sp-row--spread">
        <h1 class="sp-page-heading">${t.title}</h1>
        <form method="post" action="${operationsPaths[locale]}/${t.logoutPath}">${button(t.logout, 'secondary')}</form>
      </div>
      ${whoIsThis(frame, page)}
      ${attention(installation, whatWaits(page, locale), page.now, locale)}
      ${contents(parts, locale)}
      ${parts}
    </div>`,
  );
}

/** The operator who is logged in, and their roles. */
function whoIsThis({ locale }: PageFrame, { operator: { operator, roles } }: OperationsPage): Html {
  const t = texts[locale].operator;
  const list = new Intl.ListFormat(languageTag[locale]).format(roles.map((role) => t.roles[role]));
  return html`<p class="sp-measure">${
    operator.way === 'person'
      ? filled(t.person, { name: operator.person.name, roles: list })
      : filled(t.token, { roles: list })
  }</p>`;
}

/** The visits of the shown days by month, class of device and country, as a file. */
function visitsLink({ locale }: PageFrame, { range: { from, to } }: OperationsPage): Html {
  const t = texts[locale].visits;
  return section(
    'visits',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    html`<p><a class="sp-link sp-link--quiet" href="${operationsPaths[locale]}/${t.file}?from=${from}&to=${to}" download>${t.download}</a></p>`,
  );
}

function rangeForm({ locale }: PageFrame, { range, now }: OperationsPage): Html {
  const t = texts[locale];
  const path = operationsPaths[locale];
  const day = (name: 'from' | 'to') =>
    field(
      name,
      t.range[name],
      html`<input class="kern-form-input__input sp-width-20" id="${name}" name="${name}" type="date" value="${range[name]}">`,
    );
  const last = ([1, 7, 30, 365] as const).map((days) => {
    const { from, to } = lastDays(now, days);
    return html`<a class="sp-link sp-link--quiet" href="${path}?from=${from}&to=${to}">${t.range.last[days]}</a>`;
  });
  return section(
    'range',
    t.range.title,
    html`<form class="sp-stack" method="get" action="${path}">
      <div class="sp-row">${day('from')}${day('to')}</div>
      <div class="sp-actions">${button(t.range.show)}</div>
    </form>`,
    html`<p class="sp-row">${last}</p>`,
  );
}
