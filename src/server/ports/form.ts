import type { SummaryPage } from '#domain/summary.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { AccountValues, Decision, Difference, Proof } from '#forms/account.ts';
import type { FileValue, FormData } from '#forms/types.ts';

/**
 * What keeps a form from being closed: a broken rule at a data path, with its page and what the field is called there;
 * '' where nobody knows.
 */
export type FormFault = { path: string; rule: string; page: string; label: string };

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
  /**
   * Answers what the browser shows it with; values that the proof locks cannot be changed there. Null when it runs on a
   * form server (ports/form-server.ts).
   */
  readonly access: ((proof: Proof | null) => FormAccess) | null;
  /**
   * The data of a new application, filled in from the account and from another site, and what is wrong with the
   * latter's values. It may be incomplete.
   */
  begin(account: AccountValues, handedOver: FormData | null): { data: FormData; faults: FormFault[] };
  /**
   * The data of a new application from answers that were stored outside of the portal: what the form does not know, files,
   * and what the proof locks are left out. What is wrong with the rest stays as it was typed.
   */
  restore(account: AccountValues, stored: FormData, proof: Proof | null): FormData;
  /** Whether data that somebody sent is no more than the form can hold; no more of it is stored. */
  fits(data: FormData): boolean;
  /** The data that counts, without what is not asked, and what is wrong with it. */
  check(data: FormData): { data: FormData; faults: FormFault[] };
  /** The values that count, by field: what the authority receives, and what a fee rule reads. */
  values(data: FormData): FormData;
  /** What the form itself says the fee is, in cents; null when it says none. */
  fee(data: FormData): number | null;
  /** Keys of the pages a person goes through, in order; none where the form server alone knows them. */
  pages(data: FormData): string[];
  /** Pages as a person confirms them. @param proven keys of the fields whose value is the account's */
  summary(data: FormData, proven?: readonly string[]): SummaryPage[];
  /** The area of the authority when an address in the data lies outside of it; null otherwise, or where nobody knows. */
  missedArea(data: FormData): string | null;
  /** The name of the person that was entered; null when none was. */
  applicant(data: FormData): string | null;
  /** What is confirmed, as one text that does not depend on the language. */
  canonical(data: FormData): string;
  /** The page of a field that the account can fill, and what it is called there; '' where nobody knows. */
  placeOf(path: string): { page: string; label: string };
  /** A value as the field at a data path shows it. */
  display(path: string, value: string): string;

  /** The uploads that the data names, in their order. */
  files(data: FormData): { path: string; label: string; file: FileValue }[];
  fileIds(data: FormData): string[];
  /** The field for files at a data path; null when there is none. */
  fileField(path: string): FileField | null;

  /** Names of the account's values (spec section 3, user data) that the form can take. */
  readonly asked: ReadonlySet<string>;
  /** Where data and account differ and nothing was decided yet. */
  differences(data: FormData, proof: Proof, decisions: readonly Decision[]): Difference[];
  /** The data after the account's values of some fields, by key, were taken over. */
  applied(data: FormData, values: Readonly<Record<string, string>>, proof: Proof): FormData;
  /** Names of the account's values that a login at this level does not let the person change. */
  locks(level: TrustLevel): ReadonlySet<string>;
  /** Keys of the visible fields that take one of these values of the account. */
  fieldsFor(names: readonly string[], data: FormData): string[];
  /** Keys of the fields in which the person has entered something else in `saved` than in `stored`. */
  enteredElse(stored: FormData, saved: FormData): string[];
  /** Keys of the fields whose value is the account's. */
  proven(data: FormData, proof: Proof): string[];
  /** Keys of the fields in which a save changes what the account proves and the form locks. */
  brokenLocks(stored: FormData, saved: FormData, proof: Proof): string[];
};
