import { type Locale, languageTag } from '#domain/locale.ts';
import { showDay } from './days.ts';
import {
  type AnyQuestion,
  askedOn,
  type Data,
  type Form,
  feeOf,
  type RowsQuestion,
  type Text,
  type ValueQuestion,
} from './definition.ts';
import { rowsOf, type StoredFile } from './values.ts';

/** A line of the summary, as the protocol has it. */
type Line = { path: string; label: string; value: string; kind: string; level: number };

const YES: Text = { de: 'Ja', en: 'Yes' };
const NO: Text = { de: 'Nein', en: 'No' };
const FEE: Text = { de: 'Gebühr', en: 'Fee' };

/** The answers that a person confirms, in one language; '' if there is none. */
export function summarise(form: Form, data: Data, files: readonly StoredFile[], locale: Locale) {
  return form.pages.map((page) => ({
    key: page.key,
    title: page.title[locale],
    rows: askedOn(page, data).flatMap((question) => linesOf(question, form, data, files, locale)),
  }));
}

function linesOf(
  question: AnyQuestion,
  form: Form,
  data: Data,
  files: readonly StoredFile[],
  locale: Locale,
): Line[] {
  if (question.type === 'rows') return rowLines(question, data, locale);
  const { key: path } = question;
  const label = question.label[locale];
  if (question.type === 'file') {
    const value = files
      .filter((file) => file.path === path)
      .map(({ name, size }) => `${name} (${showSize(size, locale)})`)
      .join(', ');
    return [{ path, label, value, kind: 'file', level: 0 }];
  }
  const value = showAnswer(question, data[path], locale);
  const line = { path, label, value, kind: question.type === 'yesNo' ? 'boolean' : 'text', level: 0 };
  return hasFee(question) ? [line, feeLine(form, data, locale)] : [line];
}

const hasFee = (question: ValueQuestion): boolean =>
  question.type === 'choice' && question.options.some(({ feeCents }) => feeCents !== undefined);

function feeLine(form: Form, data: Data, locale: Locale): Line {
  const fee = feeOf(form, data);
  const value = fee === null ? '' : showMoney(fee, locale);
  return { path: 'fee', label: FEE[locale], value, kind: 'text', level: 0 };
}

function rowLines(question: RowsQuestion, data: Data, locale: Locale): Line[] {
  const { key: path } = question;
  const label = question.label[locale];
  const rows = rowsOf(data, path);
  if (rows.length === 0) return [{ path, label, value: '', kind: 'text', level: 0 }];
  const heading = (at: string, text: string, level: number): Line => ({
    path: at,
    label: text,
    value: '',
    kind: 'heading',
    level,
  });
  return [
    heading(path, label, 0),
    ...rows.flatMap((row, index) => [
      heading(`${path}[${index}]`, `${question.rowLabel[locale]} ${index + 1}`, 1),
      ...question.questions.map((inner) => ({
        path: `${path}[${index}].${inner.key}`,
        label: inner.label[locale],
        value: showAnswer(inner, row[inner.key], locale),
        kind: 'text',
        level: 2,
      })),
    ]),
  ];
}

function showAnswer(question: ValueQuestion, value: unknown, locale: Locale): string {
  if (value === undefined || value === '') return '';
  switch (question.type) {
    case 'yesNo':
      return (value === true ? YES : NO)[locale];
    case 'choice':
      return question.options.find((option) => option.value === value)?.label[locale] ?? '';
    case 'date':
      return showDay(String(value), locale);
    case 'text':
      return String(value);
    default:
      return question satisfies never;
  }
}

const showMoney = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(languageTag[locale], { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** Size of a file as people read it. */
export function showSize(bytes: number, locale: Locale): string {
  const [amount, unit, digits] =
    bytes < 1024 ** 2 ? [Math.max(1, Math.round(bytes / 1024)), 'KB', 0] : [bytes / 1024 ** 2, 'MB', 1];
  return `${new Intl.NumberFormat(languageTag[locale], { maximumFractionDigits: digits }).format(amount)} ${unit}`;
}
