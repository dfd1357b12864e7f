import { isDay, yearsBefore } from './days.ts';
import type {
  Data,
  Form,
  FormPage,
  Row,
  RowQuestion,
  RowsQuestion,
  Text,
  ValueQuestion,
} from './definition.ts';
import { askedOn } from './definition.ts';

const MINIMUM_AGE = 18;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const POSTAL_CODE = /^\d{5}$/;

/** A fault at a path, with its message in both languages. */
export type Fault = { path: string; page: string; label: Text; rule: string; message: Text };
export type StoredFile = {
  id: string;
  path: string;
  label: Text;
  name: string;
  size: number;
  type: string;
  sha256: string;
};

const MESSAGES: Record<string, Text> = {
  date: {
    de: 'Geben Sie ein Datum an, das es gibt, zum Beispiel 24.12.1985.',
    en: 'Enter a date that exists, for example 24/12/1985.',
  },
  past: { de: 'Das Datum darf nicht in der Zukunft liegen.', en: 'The date must not be in the future.' },
  age: {
    de: `Hier können Sie den Jagdschein ab ${MINIMUM_AGE} Jahren beantragen. Prüfen Sie das Geburtsdatum.`,
    en: `You can apply for the licence here from the age of ${MINIMUM_AGE}. Check the date of birth.`,
  },
  notPast: {
    de: 'Das Datum darf nicht in der Vergangenheit liegen.',
    en: 'The date must not be in the past.',
  },
  email: {
    de: 'Prüfen Sie die E-Mail-Adresse. Sie sieht zum Beispiel so aus: name@beispiel.de',
    en: 'Check the email address. It looks like this, for example: name@example.org',
  },
  postalCode: { de: 'Eine Postleitzahl hat fünf Ziffern.', en: 'A postcode has five digits.' },
  maxLength: { de: 'Dieser Text ist zu lang. Kürzen Sie ihn.', en: 'This text is too long. Shorten it.' },
  choice: { de: 'Wählen Sie eine der Möglichkeiten aus.', en: 'Choose one of the options.' },
};

type Found = { rule: string; message: Text };
const broken = (rule: string): Found => ({ rule, message: MESSAGES[rule] as Text });

/** The first rule that an answer breaks; null when it is right. @param today ISO date */
export function checkAnswer(question: ValueQuestion, value: unknown, today: string): Found | null {
  if (value === undefined || value === '')
    return question.missing ? { rule: 'required', message: question.missing } : null;
  switch (question.type) {
    case 'yesNo':
      return typeof value === 'boolean' ? null : broken('choice');
    case 'choice':
      return question.options.some((option) => option.value === value) ? null : broken('choice');
    case 'date':
      return checkDay(question.check, String(value), today);
    case 'text': {
      const text = String(value);
      if (text.length > question.maxLength) return broken('maxLength');
      if (question.format === 'email' && !EMAIL.test(text)) return broken('email');
      if (question.format === 'postalCode' && !POSTAL_CODE.test(text)) return broken('postalCode');
      return null;
    }
    default:
      return question satisfies never;
  }
}

function checkDay(check: 'past' | 'age' | 'notPast', day: string, today: string): Found | null {
  if (!isDay(day)) return broken('date');
  if (check === 'notPast') return day < today ? broken('notPast') : null;
  if (day > today) return broken('past');
  return check === 'age' && day > yearsBefore(today, MINIMUM_AGE) ? broken('age') : null;
}

/** Faults on a page, in the order of its questions. */
export function faultsOn(page: FormPage, data: Data, files: readonly StoredFile[], today: string): Fault[] {
  return askedOn(page, data).flatMap((question): Fault[] => {
    const { key, label } = question;
    if (question.type === 'rows') return rowFaults(question, data, page.key, today);
    if (question.type === 'file') {
      const isThere = files.some(({ path }) => path === key);
      return isThere || !question.missing
        ? []
        : [{ path: key, page: page.key, label, rule: 'required', message: question.missing }];
    }
    const found = checkAnswer(question, data[key], today);
    return found ? [{ path: key, page: page.key, label, ...found }] : [];
  });
}

function rowFaults(question: RowsQuestion, data: Data, page: string, today: string): Fault[] {
  return rowsOf(data, question.key).flatMap((row, index) =>
    question.questions.flatMap((inner: RowQuestion): Fault[] => {
      const found = checkAnswer(inner, row[inner.key], today);
      const path = `${question.key}[${index}].${inner.key}`;
      return found ? [{ path, page, label: inner.label, ...found }] : [];
    }),
  );
}

export function faultsOf(form: Form, data: Data, files: readonly StoredFile[], today: string): Fault[] {
  return form.pages.flatMap((page) => faultsOn(page, data, files, today));
}

export function rowsOf(data: Data, key: string): Row[] {
  const rows = data[key];
  return Array.isArray(rows) ? rows : [];
}

/** The data without answers to hidden questions. */
export function asAsked(form: Form, data: Data): Data {
  const asked = new Set(form.pages.flatMap((page) => askedOn(page, data).map(({ key }) => key)));
  return Object.fromEntries(Object.entries(data).filter(([key]) => asked.has(key)));
}
