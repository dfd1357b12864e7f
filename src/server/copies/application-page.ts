import type { SummaryPage } from '#contract/summary.ts';
import { areaName } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import type { Block, Definition } from '#server/documents/layout/blocks.ts';
import type { Composition } from '#server/documents/layout/render.ts';
import { paragraph, row, section, titleBlocks } from '#server/documents/parts.ts';
import { summarySections } from '#server/documents/summary.ts';
import { openForm } from '#server/engines/engines.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { sourceOf } from '#server/processes/account.ts';
import { metadataFor, offerOf } from '#server/processes/kept-offer.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import { whyNotGiven } from './copied-files.ts';
import { type Pen, pageOf } from './page.ts';
import type { ApplicationRows } from './read-application.ts';

type Known = Pick<ServerContext, 'content' | 'storage'>;
type Row = ApplicationRows['process'][number];

/** The application as the overview of a copy lists it. */
export type Summary = { folder: string; service: string; place: string; state: string; begun: string };

/** Returns the page about one application, and its line in the overview. @param at when its rows were read */
export async function applicationPage(
  context: Known,
  pen: Pen,
  rows: ApplicationRows,
  { folder, at }: { folder: string; at: Date },
): Promise<{ page: Composition; summary: Summary }> {
  const { say } = pen;
  const [process] = rows.process;
  const offer = await offerOf(context, process!);
  const service = offer.metadata.title[pen.locale];
  const form = await formOf(context, pen, process!);
  const summary = {
    folder,
    service,
    place: areaName(context.content(), process!.areaKey),
    state: stateOf(pen, rows),
    begun: say('copy.begun', { at: pen.at(process!.createdAt) }),
  };
  const blocks = [
    ...titleBlocks(say('copy.kind'), service),
    paragraph(say('copy.readAt', { at: pen.at(at) })),
    section(say('copy.facts'), [
      {
        kind: 'definitions',
        rows: facts(pen, rows, { ...summary, authority: offer.metadata.authority.name[pen.locale] }),
      },
    ]),
    ...entries(pen, process!, form),
    ...accountSection(pen, process!),
    ...table(pen, 'copy.decisions', decisions(pen, process!, form)),
    ...statements(pen, process!),
    ...table(pen, 'copy.owed', owed(pen, rows)),
    section(say('copy.files'), files(pen, rows)),
    ...table(pen, 'copy.payments', payments(pen, rows)),
    ...table(pen, 'copy.handIns', handIns(pen, rows)),
    ...table(pen, 'copy.mails', mails(pen, rows)),
    ...table(pen, 'copy.reasons', reasons(pen, rows)),
    ...history(pen, rows),
  ];
  const title = say('copy.applicationTitle', { service, folder });
  return { page: pageOf(pen, { title, note: folder, at, blocks }), summary };
}

const table = ({ say }: Pen, title: Parameters<Pen['say']>[0], rows: Definition[]): Block[] =>
  rows.length === 0 ? [] : [section(say(title), [{ kind: 'definitions', rows }])];

/** The form in the language of the copy, also as it was kept; null where it is gone. */
async function formOf(context: Known, { locale }: Pen, process: Row): Promise<EngineForm | null> {
  const content = context.content();
  const metadata = await metadataFor(content, context.storage.db, process);
  return metadata ? openForm(content, metadata, locale) : null;
}

function stateOf(pen: Pen, { process: [process], submission: [submission] }: ApplicationRows): string {
  const own = pen.named('processStates', process!.status);
  if (process!.status !== 'SUBMITTED' || !submission) return own;
  return pen.named('sentApplicationStates', submission.sentState);
}

function facts(
  pen: Pen,
  { process: [process], submission: [submission] }: ApplicationRows,
  { place, state, authority }: { place: string; state: string; authority: string },
): Definition[] {
  const { say, at } = pen;
  const { applicant, confirmingLogin } = process!;
  const moment = (label: Parameters<Pen['say']>[0], instant: Date | null | undefined) =>
    instant ? [row(say(label), at(instant))] : [];
  const text = (label: Parameters<Pen['say']>[0], value: string | null | undefined) =>
    value ? [row(say(label), value)] : [];
  return [
    ...text('common.ticketNumber', submission?.ticketNumber),
    ...text('copy.state', state),
    ...text('common.authority', authority),
    ...text('copy.place', place),
    ...text('common.applicant', applicant?.name),
    ...text('common.company', applicant?.company),
    ...moment('copy.begunAt', process!.createdAt),
    ...moment('copy.changedAt', process!.updatedAt),
    ...moment('common.confirmedAt', process!.confirmedAt),
    ...moment('common.submittedAt', submission?.submittedAt),
    ...(confirmingLogin
      ? [
          row(
            say('form.confirmedBy'),
            say('form.confirmedByText', {
              name: confirmingLogin.name,
              provider: pen.named('providers', confirmingLogin.providerId),
              level: pen.named('levels', confirmingLogin.trustLevel),
              at: at(confirmingLogin.at),
            }),
          ),
        ]
      : []),
    ...text('copy.mailTo', process!.mailTo),
    ...moment('copy.documentsUntil', submission?.downloadsUntil ?? process!.availableUntil),
    ...moment('copy.listedUntil', submission?.listedUntil),
  ];
}

/** The entries, as the form shows them; by technical names where the form is gone. */
function entries(pen: Pen, process: Row, form: EngineForm | null): Block[] {
  const { say } = pen;
  const { data } = process;
  if (Object.keys(data).length === 0)
    return [section(say('copy.entries'), [paragraph(say('copy.noEntries'))])];
  if (form !== null) {
    const pages: SummaryPage[] = form.summary(data, process.proven?.fields);
    return summarySections({ data: { source: sourceOf(process.proven) }, say }, pages);
  }
  return [
    section(say('copy.entries'), [
      paragraph(say('copy.formGone')),
      { kind: 'definitions', rows: flat(data).map(([path, value]) => row(path, value)) },
    ]),
  ];
}

/** Values by their paths. */
function flat(value: unknown, path = ''): [string, string][] {
  if (value === null || typeof value !== 'object') {
    return path === '' || value === null || value === undefined || value === ''
      ? []
      : [[path, String(value)]];
  }
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`));
}

/** Names of an account's values that are codes, and of those that are days (YYYY-MM-DD). */
const codes = new Set(['gender', 'salutation', 'companyRegistered']);
const days = new Set(['birthdate', 'companyFoundingDate']);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Values of an account by their names, in words. */
export const accountValues = (pen: Pen, values: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [pen.named('accountValues', name), accountValue(pen, name, value)]);

function accountValue(pen: Pen, name: string, value: string): string {
  if (codes.has(name)) return pen.named('accountCodes', value);
  return days.has(name) && ISO_DATE.test(value) ? pen.format.date(value) : value;
}

const accountSection = (pen: Pen, { account }: Row): Block[] =>
  account
    ? table(
        pen,
        'copy.fromAccount',
        accountValues(pen, account.values).map(([label, value]) => row(label, value)),
      )
    : [];

const decisions = (pen: Pen, process: Row, form: EngineForm | null): Definition[] =>
  (process.decisions ?? []).map(({ key, account, own }) =>
    row(
      form?.placeOf(key).label || key,
      pen.say('copy.decided', {
        account: form?.display(key, account) ?? account,
        own: own === null ? pen.say('copy.asAccount') : (form?.display(key, own) ?? own),
      }),
    ),
  );

const statements = ({ say }: Pen, { statements: stated }: Row): Block[] =>
  stated === null || stated.length === 0
    ? []
    : [section(say('copy.statements'), [{ kind: 'list', items: stated.map(({ text }) => text) }])];

function owed({ locale, say, format }: Pen, { submission: [submission] }: ApplicationRows): Definition[] {
  const due = submission?.owed;
  if (!due || due.documents.length === 0) return [];
  return [
    row(
      due.until === null
        ? say('form.owed')
        : say('copy.value', { label: say('receipt.owedUntil'), value: format.date(due.until) }),
      due.documents.map((one) => nameOfOwed(one, locale)),
    ),
  ];
}

function files(pen: Pen, rows: ApplicationRows): Block[] {
  const { say, format, at } = pen;
  if (rows.file.length === 0) return [paragraph(say('copy.noFiles'))];
  const lines = rows.file.map((file) => {
    const why = whyNotGiven(file, rows);
    return row(file.name, [
      say('copy.value', { label: at(file.createdAt), value: format.size(file.size) }),
      ...(why === null ? [] : [say(why)]),
    ]);
  });
  return [{ kind: 'definitions', rows: lines }];
}

const payments = (pen: Pen, { payment, refund }: ApplicationRows): Definition[] => [
  ...payment.map((one) =>
    row(pen.say('copy.payment', { at: pen.at(one.createdAt) }), [
      pen.labelled(pen.named('paymentStates', one.state), pen.format.amount(one.amountCents)),
      ...(one.method ? [pen.named('methods', one.method)] : []),
      ...(one.reference ? [pen.say('copy.referenceIs', { number: one.reference })] : []),
      ...(one.transactionId ? [pen.say('copy.transaction', { number: one.transactionId })] : []),
    ]),
  ),
  ...refund.map((one) =>
    row(pen.say('copy.refund', { at: pen.at(one.notedAt) }), [
      pen.format.amount(one.amountCents),
      ...(one.refundedAt ? [pen.say('copy.refunded', { at: pen.at(one.refundedAt) })] : []),
    ]),
  ),
];

const handIns = (pen: Pen, { handIn }: ApplicationRows): Definition[] =>
  handIn.map(({ createdAt, state, documents }) =>
    row(pen.say('copy.handInAt', { at: pen.at(createdAt) }), [
      pen.named('handInStates', state),
      ...documents.map((one) =>
        pen.labelled(nameOfOwed(one, pen.locale), one.files.map(({ name }) => name).join(', ')),
      ),
    ]),
  );

const mails = (pen: Pen, { mail }: ApplicationRows): Definition[] =>
  mail.map(({ createdAt, kind, state, recipient }) =>
    row(pen.say('copy.mailAt', { at: pen.at(createdAt) }), [
      pen.labelled(pen.named('mailKinds', kind), pen.named('mailStates', state)),
      ...(recipient ? [recipient] : []),
    ]),
  );

const reasons = (pen: Pen, { submission: [submission] }: ApplicationRows): Definition[] =>
  (submission?.events ?? [])
    .filter(({ problems }) => problems.length > 0)
    .map(({ issuedAt, problems }) =>
      row(
        pen.at(issuedAt),
        problems.map(({ title, detail }) => [title, detail].filter(Boolean).join(': ')),
      ),
    );

/** Every step that a workflow of the application has made, in its order. */
function history(pen: Pen, { journal }: ApplicationRows): Block[] {
  const rows = journal.flatMap(({ machine, at, stateAfter, refused }) =>
    stateAfter === null || refused
      ? []
      : [row(pen.format.exact(at.toISOString()), pen.named(`${machine}States`, stateAfter))],
  );
  if (rows.length === 0) return [];
  return [
    section(pen.say('copy.history'), [paragraph(pen.say('copy.historyText')), { kind: 'definitions', rows }]),
  ];
}
