import type { AnyQuestion, Data, Form, Row, RowsQuestion } from './definition.ts';
import { asAsked, checkAnswer } from './values.ts';

/** The longest text that is stored, however wrong it is. */
export const LONGEST_TEXT = 5000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Data that a portal hands in, as this form stores it; null when it cannot be that of this form. Wrong answers are
 * right here: a draft may have them.
 */
export function acceptData(form: Form, data: Readonly<Record<string, unknown>>): Data | null {
  const questions = new Map(
    form.pages.flatMap((page) => page.questions.map((one) => [one.key, one] as const)),
  );
  const accepted: Data = {};
  for (const [key, value] of Object.entries(data)) {
    const question = questions.get(key);
    if (!question || !fits(question, value)) return null;
    accepted[key] = value as Data[string];
  }
  return asAsked(form, accepted);
}

function fits(question: AnyQuestion, value: unknown): boolean {
  switch (question.type) {
    case 'yesNo':
      return typeof value === 'boolean';
    case 'rows':
      return (
        Array.isArray(value) && value.length <= question.max && value.every((row) => isRow(question, row))
      );
    case 'file':
      return false;
    default:
      return typeof value === 'string' && value.length <= LONGEST_TEXT;
  }
}

function isRow(question: RowsQuestion, row: unknown): row is Row {
  if (!isRecord(row)) return false;
  return Object.entries(row).every(
    ([key, value]) =>
      question.questions.some((inner) => inner.key === key) &&
      typeof value === 'string' &&
      value.length <= LONGEST_TEXT,
  );
}

/** The data with those values of a prefill that answer an open question rightly. @param today ISO date */
export function takePrefill(
  form: Form,
  data: Data,
  prefill: Readonly<Record<string, string>>,
  today: string,
): Data {
  const taken: Data = {};
  for (const question of form.pages.flatMap(({ questions }) => questions)) {
    if (question.type !== 'text' && question.type !== 'date') continue;
    const { key } = question;
    const value = Object.hasOwn(prefill, key) ? prefill[key]?.trim() : undefined;
    if (!value || data[key] !== undefined) continue;
    if (checkAnswer(question, value, today) === null) taken[key] = value;
  }
  return asAsked(form, { ...data, ...taken });
}
