import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { LONGEST_TEXT } from './accepting.ts';
import type { Case } from './cases.ts';
import { dayAt, readDay } from './days.ts';
import {
  type AnyQuestion,
  type Data,
  type FormPage,
  pageOf,
  type Row,
  type RowsQuestion,
} from './definition.ts';
import { asAsked, type Fault, faultsOf, faultsOn, rowsOf } from './values.ts';

/** A call of the page in the frame: the input, and the action of the person. */
export const step = z.object({
  action: z.enum(['show', 'save', 'next', 'back', 'go', 'addRow', 'removeRow', 'finish']),
  page: z.string().max(200),
  locale: z.enum(locales),
  /** Faults are shown on the page. */
  isChecked: z.boolean().default(false),
  /** Values by name of the input; inputs that are not named stay as they are. */
  values: z.record(z.string().max(200), z.string().max(LONGEST_TEXT)).default({}),
  /** The page to go to. */
  to: z.string().max(200).default(''),
  /** The group of rows, and which of them. */
  rows: z.object({ key: z.string().max(200), index: z.int().min(0) }).optional(),
});
export type Step = z.input<typeof step>;

export type Outcome = {
  /** saved: the page stays as it is. */
  outcome: 'shown' | 'saved' | 'wrong' | 'complete' | 'cancelled';
  faults: Fault[];
  /** Id of the element that gets the focus. */
  focus: string | null;
};

/** Takes a step in a case. @returns null if the form has no such page */
export function takeStep(one: Case, asked: z.output<typeof step>, now: Date): Outcome | null {
  const page = pageOf(one.form, asked.page);
  if (!page) return null;
  const before = { data: one.data, page: one.page, isPassed: one.isPassed };
  one.locale = asked.locale;
  one.data = asAsked(one.form, entered(page, one.data, asked.values));
  one.page = page.key;
  const outcome = act(one, page, asked, dayAt(now));
  if (!isDeepStrictEqual(before.data, one.data) && outcome.outcome !== 'complete') one.isPassed = false;
  if (!isDeepStrictEqual(before, { data: one.data, page: one.page, isPassed: one.isPassed }))
    one.revision += 1;
  return outcome;
}

function act(one: Case, page: FormPage, asked: z.output<typeof step>, today: string): Outcome {
  const { pages } = one.form;
  const index = pages.indexOf(page);
  const shown = (focus: string | null): Outcome => ({
    outcome: 'shown',
    faults: asked.isChecked ? faultsOn(page, one.data, one.files, today) : [],
    focus,
  });
  const goTo = (to: FormPage, isChecked = false): Outcome => {
    one.page = to.key;
    const faults = isChecked ? faultsOn(to, one.data, one.files, today) : [];
    return { outcome: 'shown', faults, focus: 'title' };
  };
  switch (asked.action) {
    case 'show':
      return shown(null);
    case 'save':
      return { outcome: 'saved', faults: [], focus: null };
    case 'go': {
      const to = pageOf(one.form, asked.to);
      return to ? goTo(to, asked.isChecked) : shown(null);
    }
    case 'back': {
      const before = pages[index - 1];
      return before ? goTo(before) : { outcome: 'cancelled', faults: [], focus: null };
    }
    case 'next': {
      const faults = faultsOn(page, one.data, one.files, today);
      if (faults.length > 0) return { outcome: 'wrong', faults, focus: 'faults' };
      const after = pages[index + 1];
      return after ? goTo(after) : finish(one, today);
    }
    case 'finish':
      return finish(one, today);
    case 'addRow':
    case 'removeRow':
      return shown(changeRows(one, page, asked));
    default:
      return asked.action satisfies never;
  }
}

function finish(one: Case, today: string): Outcome {
  const faults = faultsOf(one.form, one.data, one.files, today);
  if (faults.length > 0) return { outcome: 'wrong', faults, focus: 'faults' };
  one.isPassed = true;
  return { outcome: 'complete', faults: [], focus: null };
}

/** @returns id of the element where the person continues */
function changeRows(one: Case, page: FormPage, { action, rows }: z.output<typeof step>): string | null {
  const question = page.questions.find((each) => each.type === 'rows' && each.key === rows?.key);
  if (question?.type !== 'rows' || !rows) return null;
  const { key, max } = question;
  const present = rowsOf(one.data, key);
  if (action === 'addRow') {
    if (present.length >= max) return null;
    one.data = { ...one.data, [key]: [...present, {}] };
    return `row-${key}-${present.length}`;
  }
  one.data = { ...one.data, [key]: present.filter((_, index) => index !== rows.index) };
  return `rows-${key}`;
}

/** The data with the input of a page. */
function entered(page: FormPage, data: Data, values: Readonly<Record<string, string>>): Data {
  const next: Data = { ...data };
  for (const question of page.questions) {
    if (question.type === 'file') continue;
    if (question.type === 'rows') {
      const rows = enteredRows(question, rowsOf(data, question.key), values);
      if (rows.length > 0) next[question.key] = rows;
      else delete next[question.key];
      continue;
    }
    const typed = values[question.key];
    if (typed === undefined) continue;
    const value = readAnswer(question, typed);
    if (value === '') delete next[question.key];
    else next[question.key] = value;
  }
  return next;
}

/** Inputs of rows are named `<group>.<index>.<question>`. */
function enteredRows(question: RowsQuestion, rows: Row[], values: Readonly<Record<string, string>>): Row[] {
  return rows.map((row, index) => {
    const next: Row = { ...row };
    for (const inner of question.questions) {
      const typed = values[`${question.key}.${index}.${inner.key}`];
      if (typed === undefined) continue;
      if (typed.trim() === '') delete next[inner.key];
      else next[inner.key] = typed.trim();
    }
    return next;
  });
}

function readAnswer(
  question: Exclude<AnyQuestion, { type: 'file' | 'rows' }>,
  typed: string,
): string | boolean {
  const text = typed.trim();
  if (question.type === 'yesNo' && text !== '') return text === 'yes';
  return question.type === 'date' ? readDay(text) : text;
}
