import type { SummaryPage } from '#contract/summary.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { AccountValues, Decision, Difference, Proof } from '#forms/account.ts';
import type { FileValue, FormData } from '#forms/types.ts';
import type { KeptSchema } from './data-schema.ts';

/**
 * A fault that keeps a form from being closed: a broken rule at a data path, with its page and the label of the
 * field; '' where these are unknown.
 */
export type FormFault = { path: string; rule: string; page: string; label: string };

/**
 * A document that the person has promised for later: the data path of its field, its label, and the name of the row of
 * a group that it is in; '' without one.
 */
export type OwedDocument = { path: string; label: string; row: string };

/** Limits of a field for files. */
export type FileField = {
  maxBytes: number;
  /** Media types, in the spelling of the form. */
  pattern: string;
  accepts(mimeType: string): boolean;
};

/** Data that the browser needs to show a form, by engine (spec section 3, fmsType). */
export type FormAccess = { fmsType: 'FORMIO'; form: unknown };

/**
 * A form in one language, as its engine understands it. The rest of the server asks this type and knows no form
 * definition. Every question is about the stored data of one application.
 */
export type EngineForm = {
  /**
   * Returns the data with which the browser shows the form; values that the proof locks cannot be changed there. Null
   * when the form runs on a form server (ports/form-server.ts).
   */
  readonly access: ((proof: Proof | null) => FormAccess) | null;
  /**
   * Returns the data of a new application, filled in from the account and from another site, and the faults of the
   * other site's values. The data may be incomplete.
   */
  begin(account: AccountValues, handedOver: FormData | null): { data: FormData; faults: FormFault[] };
  /**
   * Returns the data of a new application from answers that were stored outside of the portal, without values unknown
   * to the form, files, and values that the proof locks. Faulty values stay as they were typed.
   */
  restore(account: AccountValues, stored: FormData, proof: Proof | null): FormData;
  /** Whether received data is no more than the form can hold; more is never stored. */
  fits(data: FormData): boolean;
  /** Returns the data that counts, without unasked questions, and the faults of that data. */
  check(data: FormData): { data: FormData; faults: FormFault[] };
  /** Returns the values that count, by field: the authority receives them, and a fee rule reads them. */
  values(data: FormData): FormData;
  /**
   * Returns the values that count as a text of an authority's schema, with which the content was loaded: nothing in it
   * but elements of the schema. `dataFaults` (data-schemas) says whether it fits.
   */
  inSchema(schema: KeptSchema, data: FormData): string;
  /** Returns the fee in cents that the form itself gives; null when it gives none. */
  fee(data: FormData): number | null;
  /** Returns keys of the pages that a person goes through, in order; none where the form server alone knows them. */
  pages(data: FormData): string[];
  /** Returns pages as a person confirms them. @param proven keys of the fields whose value is the account's */
  summary(data: FormData, proven?: readonly string[]): SummaryPage[];
  /** Returns the authority's area when an address in the data is known to lie outside of it; otherwise null. */
  missedArea(data: FormData): string | null;
  /** Returns the name of the person that was entered; null when none was. */
  applicant(data: FormData): string | null;
  /** Returns street, and postcode with place, that the applicant has entered as their own; null when none were. */
  address(data: FormData): string[] | null;
  /** Returns the e-mail address that the applicant has entered as their own; null when none was. */
  ownMail(data: FormData): string | null;
  /** Returns the data to confirm, as one text that does not depend on the language. */
  canonical(data: FormData): string;
  /** Returns the page and the label of a field that the account can fill; '' where they are unknown. */
  placeOf(path: string): { page: string; label: string };
  /** Returns a value as the field at a data path shows it. */
  display(path: string, value: string): string;

  /** Returns the uploads that the data names, in their order. */
  files(data: FormData): { path: string; label: string; file: FileValue }[];
  fileIds(data: FormData): string[];
  /** Returns the data that names one more file in the field at a data path. */
  withFile(data: FormData, path: string, file: FileValue): FormData;
  /** Returns the documents that the person has promised for after the sending, in the order of their fields. */
  owed(data: FormData): OwedDocument[];
  /** Returns the answers that a person needs again after the sending, as they are shown, in the order of their fields. */
  recalled(data: FormData): { label: string; value: string }[];
  /** Returns the field for files at a data path; null when there is none. */
  fileField(path: string): FileField | null;

  /** Names of the account's values (spec section 3, user data) that the form can take. */
  readonly asked: ReadonlySet<string>;
  /** Returns differences between data and account that are not decided yet. */
  differences(data: FormData, proof: Proof, decisions: readonly Decision[]): Difference[];
  /** Tells whether two differences are decided together, as the parts of one address are. */
  areTogether(one: Difference, other: Difference): boolean;
  /** Returns the decisions to correct some fields, by their keys. */
  corrections(keys: readonly string[], proof: Proof): Decision[];
  /** Returns the data with the account's values for some fields, by key. */
  applied(data: FormData, values: Readonly<Record<string, string>>, proof: Proof): FormData;
  /** Returns names of the account's values that a login at this level does not let the person change. */
  locks(level: TrustLevel): ReadonlySet<string>;
  /** Returns keys of the visible fields that take one of these values of the account. */
  fieldsFor(names: readonly string[], data: FormData): string[];
  /** Returns keys of the fields with another entry in `saved` than in `stored`. */
  enteredElse(stored: FormData, saved: FormData): string[];
  /** Returns keys of the fields whose value is the account's. */
  proven(data: FormData, proof: Proof): string[];
  /** Returns keys of the locked fields in which a save changes the account's value. */
  brokenLocks(stored: FormData, saved: FormData, proof: Proof): string[];
};
