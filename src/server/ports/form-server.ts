import type { FormFrame } from '#domain/form-engine.ts';
import type { Locale } from '#domain/locale.ts';
import type { SummaryPage } from '#domain/summary.ts';
import type { FileValue, FormData } from '#forms/types.ts';

/** A filling-in of a form at its form server. */
export type FormCase = { processId: string; caseId: string };

/** A file that a form server has, or that the portal has stored for it. `id` is the form server's. */
export type ServedFile = {
  id: string;
  /** Data path of its field. */
  path: string;
  label: Record<Locale, string>;
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  /** Of its bytes, hex. */
  sha256: string;
};

/** What a form server says of a case: the answer that counts, whatever its frame has said. */
export type FormServerState = {
  formId: string;
  /** Counts what the form server has stored in this case. */
  revision: number;
  page: string | null;
  /** The person has reached the end, and nothing is wrong. */
  complete: boolean;
  data: FormData;
  files: ServedFile[];
  faults: { path: string; page: string; label: Record<Locale, string>; rule: string }[];
  summary: Record<Locale, SummaryPage[]>;
  feeCents: number | null;
  /** Of a person in this case; null when there was none. */
  lastInput: Date | null;
};

/** What a case is opened with. */
export type Opening = {
  processId: string;
  locale: Locale;
  page: string | null;
  /** The data of the application as it is stored. */
  stored: FormData;
};

/** A file as it was stored: what the form server calls it, and what the data calls it from now on. */
export type StoredUpload = { id: string; sha256: string; value: FileValue };

/**
 * A server that runs the forms of an engine in frames (docs/partners-forms.md). Every call throws PartnerUnavailable
 * when it does not answer, FormServerRefused when its answer cannot be believed, FormServerOutdated when it speaks
 * another version; those about a case throw FormCaseLost when it has ended.
 */
export type FormServer = {
  /** Opens a new case; the one before it ends. @param form the definition as the engine has read it */
  open(form: unknown, opening: Opening): Promise<FormFrame>;
  /** @param form the definition as the engine has read it */
  state(form: unknown, which: FormCase): Promise<FormServerState>;
  /** The bytes of a file that `state` named; FormServerRefused at the end when they are not those of its hash. */
  readFile(which: FormCase, file: ServedFile): AsyncIterable<Uint8Array>;
  /** Keeps the session of a case alive. @returns until when */
  prolong(which: FormCase): Promise<Date>;
  /** Ends a case and has it erased there. */
  close(which: FormCase): Promise<void>;

  /** The data to store for what the form server says. @param uploads its files as they were stored */
  toStore(
    which: FormCase,
    state: FormServerState,
    uploads: readonly StoredUpload[],
    before: FormData,
  ): FormData;
  /** What was stored of a case before: its revision, null when nothing was, and its files. */
  storedOf(data: FormData): { caseId: string | null; revision: number | null; uploads: StoredUpload[] };
};

/** The case has ended at its form server. */
export class FormCaseLost extends Error {}

/** The form server speaks another version of the protocol. */
export class FormServerOutdated extends Error {}

/** An answer that is not the form server's, or not about this case. The reason is for the log, without any data. */
export class FormServerRefused extends Error {}
