import type { SummaryPage } from '#domain/summary.ts';
import type { AccountValues, Decision, Difference, Proof } from '#forms/account.ts';
import type { FileValue, FormData } from '#forms/types.ts';

/** What keeps a form from being closed, at a data path, with the rule that it breaks. */
export type FormFault = { path: string; rule: string };

/** What a field for files takes. */
export type FileField = {
  maxBytes: number;
  /** Media types, as the form says them. */
  pattern: string;
  accepts(mimeType: string): boolean;
};

/** What the browser needs to show a form, by engine (spec section 3, fmsType). */
export type FormAccess = { fmsType: 'FORMIO'; form: unknown };

/**
 * A form in one language, as its engine understands it. Everything else in the server asks this, and knows no form
 * definition. Questions are about the data of one application as it is stored.
 */
export type EngineForm = {
  /** What the browser shows it with; values that the proof locks cannot be changed there. */
  access(proof: Proof | null): FormAccess;
  /** The data of a new application, filled in from the account. */
  begin(account: AccountValues): FormData;
  /** The data that counts, without what is not asked, and what is wrong with it. */
  check(data: FormData): { data: FormData; faults: FormFault[] };
  /** The values that count, by field: what the authority receives, and what a fee rule reads. */
  values(data: FormData): FormData;
  /** Pages as a person confirms them. @param proven keys of the fields whose value is the account's */
  summary(data: FormData, proven?: readonly string[]): SummaryPage[];
  /** What is confirmed, as one text that does not depend on the language. */
  canonical(data: FormData): string;
  /** The page that a data path belongs to, and how it is called there; '' where it leads nowhere. */
  placeOf(path: string): { page: string; label: string };
  /** A value as the field at a data path shows it. */
  display(path: string, value: string): string;

  /** The uploads that the data names, in their order. */
  files(data: FormData): { path: string; file: FileValue }[];
  fileIds(data: FormData): string[];
  /** The field for files at a data path; null when there is none. */
  fileField(path: string): FileField | null;

  /** Names of the account's values (spec section 3, user data) that the form can take. */
  readonly asked: ReadonlySet<string>;
  /** Where data and account differ and nothing was decided yet. */
  differences(data: FormData, proof: Proof, decisions: readonly Decision[]): Difference[];
  /** The data after the account's values of some fields, by key, were taken over. */
  applied(data: FormData, values: Readonly<Record<string, string>>, proof: Proof): FormData;
  /** Keys of the fields whose value is the account's. */
  proven(data: FormData, proof: Proof): string[];
  /** Keys of the fields in which a save changes what the account proves and the form locks. */
  brokenLocks(stored: FormData, saved: FormData, proof: Proof): string[];
};
