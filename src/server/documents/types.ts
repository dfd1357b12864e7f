import type { Writable } from 'node:stream';
import type { DataSource } from '#contract/shapes.ts';
import type { SummaryPage } from '#contract/summary.ts';
import type { ProducedKind } from '#domain/document-kind.ts';
import type { Locale } from '#domain/locale.ts';
import type { ExternalIdType } from '#domain/sent-status.ts';
import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';

import type { Recipient } from '#server/content/types.ts';

/** The content of the three PDFs; all texts already in the language of the application. */
export type DocumentData = {
  locale: Locale;
  portalName: string;
  serviceTitle: string;
  leiKaId: string;
  authority: Recipient;
  processId: string;
  /** Transfer ticket number. */
  ticketNumber: string;
  /** Time of the confirmation (ISO 8601). */
  confirmedAt: string;
  /** Time of transmission (ISO 8601); null in the form PDF, which is part of the package. */
  submittedAt: string | null;
  /** Hex SHA-256 of the confirmed summary. */
  confirmedHash: string;
  /** Statements of the person, word by word; null for a confirmation before these were stored. */
  statements: string[] | null;
  /** Name from the account, without one from the form. */
  applicantName: string | null;
  /** The company that the applicant acts for; null without one. */
  applicantCompany: string | null;
  /** Street, and postcode with place, from the form; null when it asks for none. */
  applicantAddress: string[] | null;
  summary: SummaryPage[];
  /** The login that vouches for rows from the account; null when there are none. */
  source: DataSource | null;
  /** Labels of the fields that the account was not asked about. */
  notAsked: string[];
  /** The login that has confirmed the application, with the person's name; null where none was demanded. */
  confirmedBy: (DataSource & { name: string }) | null;
  attachments: { filename: string; size: number; mimeType: string; sha512: string; fieldLabel: string }[];
  payment: { amountCents: number; method: string | null; reference: string; paidAt: string } | null;
  electronicNotice: boolean | null;
  /** The recipient and the channel: delivery id (FIT-Connect submission id). */
  delivery: { externalIdType: ExternalIdType; externalId: string } | null;
  /** Name of the provider whose postbox received a message; null when none. */
  postboxProvider: string | null;
  /** Steps of the submission with their outcomes and times, for the receipt's progress report. */
  steps: { step: SubmissionStep; outcome: StepOutcome; finishedAt: string }[];
  afterwards: string;
  /**
   * Documents promised for later; `until` is the last day for them, YYYY-MM-DD, null where none is set or known;
   * `online` where the person can hand them in with their account.
   */
  owed: { documents: string[]; until: string | null; online: boolean };
  /** Answers that the person needs again, such as the way of delivery; none of most forms. */
  recalled: { label: string; value: string }[];
};

/** The content of the receipt of a hand-in; texts in the language in which it was handed in. */
export type HandInData = Pick<
  DocumentData,
  | 'locale'
  | 'portalName'
  | 'serviceTitle'
  | 'leiKaId'
  | 'authority'
  | 'ticketNumber'
  | 'applicantName'
  | 'applicantCompany'
> & {
  /** Moments of the person's act and of the delivery (ISO 8601). */
  handedInAt: string;
  deliveredAt: string;
  delivery: { externalIdType: ExternalIdType; externalId: string };
  documents: {
    label: string;
    files: { name: string; size: number; mimeType: string; sha512: string }[];
  }[];
};

export type Documents = Record<
  ProducedKind,
  /** Streams a tagged PDF (PDF/UA-1, PDF/A-3a) and ends `out`; resolves when everything is written. */
  (data: DocumentData, out: Writable) => Promise<void>
> & {
  /** The receipt of a hand-in, in the same way. */
  handInReceipt(data: HandInData, out: Writable): Promise<void>;
};
