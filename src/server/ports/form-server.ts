import type { FormFrame } from '#contract/process.ts';
import type { SummaryPage } from '#contract/summary.ts';
import type { Locale } from '#domain/locale.ts';
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
  /** Hash of its bytes, hex. */
  sha256: string;
};

/** A form server's answer about a case, which counts whatever its frame has reported. */
export type FormServerState = {
  formId: string;
  /** Counts changes that the form server has stored in this case. */
  revision: number;
  page: string | null;
  /** Whether the person has reached the end, with all answers valid. */
  complete: boolean;
  data: FormData;
  files: ServedFile[];
  faults: { path: string; page: string; label: Record<Locale, string>; rule: string }[];
  summary: Record<Locale, SummaryPage[]>;
  feeCents: number | null;
  /** Time of a person's last input in this case; null when there was none. */
  lastInput: Date | null;
};

/** Values that open a case. */
export type Opening = {
  processId: string;
  locale: Locale;
  page: string | null;
  /** The data of the application as it is stored. */
  stored: FormData;
};

/** A stored file: its id at the form server, and its value in the data. */
export type StoredUpload = { id: string; sha256: string; value: FileValue };

/**
 * A server that runs the forms of an engine in frames (docs/partners-forms.md). Every call throws PartnerUnavailable
 * when it does not answer, FormServerRefused when its answer cannot be trusted, FormServerOutdated when it speaks
 * another version. Calls about a case throw FormCaseLost when the case has ended.
 */
export type FormServer = {
  /** Opens a new case; the one before it ends. @param form the definition as the engine has read it */
  open(form: unknown, opening: Opening): Promise<FormFrame>;
  /** @param form the definition as the engine has read it */
  state(form: unknown, which: FormCase): Promise<FormServerState>;
  /** Returns the bytes of a file from `state`; throws FormServerRefused at the end when its hash differs. */
  readFile(which: FormCase, file: ServedFile): AsyncIterable<Uint8Array>;
  /** Keeps the session of a case alive. @returns the new end of the session */
  prolong(which: FormCase): Promise<Date>;
  /** Ends a case, which the form server then erases. */
  close(which: FormCase): Promise<void>;

  /** Returns the data to store for a state of the form server. @param uploads its files as they were stored */
  toStore(
    which: FormCase,
    state: FormServerState,
    uploads: readonly StoredUpload[],
    before: FormData,
  ): FormData;
  /** Returns the stored part of a case: its revision, null when nothing was stored, and its files. */
  storedOf(data: FormData): { caseId: string | null; revision: number | null; uploads: StoredUpload[] };
};

/** The case has ended at its form server. */
export class FormCaseLost extends Error {}

/** The form server speaks another version of the protocol. */
export class FormServerOutdated extends Error {}

/** An answer that is not the form server's, or not about this case. The reason is for the log, without any data. */
export class FormServerRefused extends Error {}
