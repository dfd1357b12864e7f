import type { Writable } from 'node:stream';
import type { DataSource } from '#domain/conflict.ts';
import type { ProducedKind } from '#domain/document-kind.ts';
import type { Locale } from '#domain/locale.ts';
import type { ExternalIdType } from '#domain/sent-status.ts';
import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';
import type { SummaryPage } from '#domain/summary.ts';

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
  /** ISO 8601; when the person confirmed. */
  confirmedAt: string;
  /** ISO 8601; when it was transmitted; null in the form PDF, which is part of the package. */
  submittedAt: string | null;
  /** Hex SHA-256 of the confirmed summary. */
  confirmedHash: string;
  /** What the person has stated, word by word; null where it was confirmed before this was kept. */
  statements: string[] | null;
  /** Of the account, without one as entered in the form. */
  applicantName: string | null;
  /** The company that the applicant acts for; null without one. */
  applicantCompany: string | null;
  summary: SummaryPage[];
  /** The login that vouches for the rows that are from the account; null when there are none. */
  source: DataSource | null;
  /** Labels of the fields about which the account was not asked. */
  notAsked: string[];
  /** The login that has confirmed the application, and who it was; null where none was demanded. */
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
};

export type Documents = Record<
  ProducedKind,
  /** Streams a tagged PDF (PDF/UA-1, PDF/A-3a) and ends `out`; resolves when everything is written. */
  (data: DocumentData, out: Writable) => Promise<void>
>;
