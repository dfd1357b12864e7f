import type { Locale } from '#domain/locale.ts';

/** A text in the languages of the form server. */
export type Text = Readonly<Record<Locale, string>>;

type Question = {
  key: string;
  label: Text;
  hint?: Text;
  /** Message for an empty answer; a question without it is optional. */
  missing?: Text;
  /** The question is shown only if another question of the page has this answer. */
  when?: { key: string; is: string | boolean };
};

export type TextQuestion = Question & {
  type: 'text';
  maxLength: number;
  format?: 'email' | 'postalCode';
  isLong?: true;
  /** Token of HTML's `autocomplete`. */
  autocomplete?: string;
};
export type DateQuestion = Question & {
  type: 'date';
  check: 'past' | 'age' | 'notPast';
  autocomplete?: string;
};
export type ChoiceQuestion = Question & {
  type: 'choice';
  options: readonly { value: string; label: Text; feeCents?: number }[];
};
export type YesNoQuestion = Question & { type: 'yesNo' };
export type FileQuestion = Question & { type: 'file'; maxBytes: number; maxFiles: number };
export type RowQuestion = TextQuestion | ChoiceQuestion;
export type RowsQuestion = Question & {
  type: 'rows';
  max: number;
  rowLabel: Text;
  addLabel: Text;
  questions: readonly RowQuestion[];
};

export type ValueQuestion = TextQuestion | DateQuestion | ChoiceQuestion | YesNoQuestion;
export type AnyQuestion = ValueQuestion | FileQuestion | RowsQuestion;

export type FormPage = { key: string; title: Text; intro?: Text; questions: readonly AnyQuestion[] };
export type Form = { id: string; title: Text; pages: readonly FormPage[] };

export type Row = Record<string, string>;
export type Data = Record<string, string | boolean | Row[]>;

/** The fee of the chosen answer, in cents; null while none is chosen. */
export function feeOf(form: Form, data: Data): number | null {
  for (const question of form.pages.flatMap(({ questions }) => questions)) {
    if (question.type !== 'choice') continue;
    const chosen = question.options.find(({ value }) => value === data[question.key]);
    if (chosen?.feeCents !== undefined) return chosen.feeCents;
  }
  return null;
}

/** The questions of a page that are asked with these answers. */
export const askedOn = (page: FormPage, data: Data): AnyQuestion[] =>
  page.questions.filter(({ when }) => when === undefined || data[when.key] === when.is);

export const pageOf = (form: Form, key: string): FormPage | undefined =>
  form.pages.find((page) => page.key === key);
