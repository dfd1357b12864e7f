import { germanDay } from '#domain/german-time.ts';
import { childrenOf, fieldIndex, fieldsOf, isField, isGrid, rowsOf } from '../components.ts';
import { completeRow } from '../data.ts';
import { shapeData } from '../shape.ts';
import type {
  Component,
  Evaluation,
  FieldComponent,
  FieldError,
  FormData,
  FormDefinition,
  PageState,
} from '../types.ts';
import { isShown } from './conditions.ts';
import { tidyErrors } from './field-error.ts';
import { formioErrors } from './field-rules.ts';
import { applyLogic, calculatedValue } from './logic.ts';
import { ownErrors } from './own-rules.ts';

type Place = { data: FormData; row: FormData; today: string; prefix: string; hidden: boolean };
/** A visible field, its data path, and the row that holds its value. */
type Seen = [field: FieldComponent, path: string, row: FormData];
type Visit = (...visible: Seen) => void;

/**
 * The result of the rules for a form and its data: pure, in document order, a millisecond for a long form. The given
 * data is not changed; show inputs from it, not from the result, in which e-mail addresses are in lower case and wrong
 * values are removed.
 */
export function evaluate(form: FormDefinition, data: FormData, now: Date = new Date()): Evaluation {
  const shaped = shapeData(form, data);
  const clean = completeRow(fieldsOf(form.components), shaped.data);
  const today = germanDay(now);
  const hidden = new Set<string>();
  const seen: Seen[] = [];
  settle(
    form,
    form.components,
    { data: clean, row: clean, today, prefix: '', hidden: false },
    hidden,
    (...visible) => seen.push(visible),
  );

  let errors: FieldError[] | undefined;
  return {
    data: clean,
    hidden,
    pages: pagesOf(form, hidden),
    // Computed only when read: nothing reads them while the person types.
    get errors() {
      errors ??= errorsOf(seen, clean, shaped.problems, today);
      return errors;
    },
  };
}

function errorsOf(seen: Seen[], data: FormData, problems: FieldError[], today: string): FieldError[] {
  const errors = seen.flatMap(([field, path, row]) => {
    const value = row[field.key];
    const context = { data, row, path, today };
    return [...formioErrors(field, value, context), ...ownErrors(field, value, context)];
  });
  return tidyErrors(
    errors,
    problems,
    seen.map(([, path]) => path),
  );
}

/** Calculates, hides and clears in document order; every component refers only to earlier ones. */
function settle(
  form: FormDefinition,
  components: Component[],
  at: Place,
  hidden: Set<string>,
  visit: Visit,
): void {
  for (const component of components) {
    const path = at.prefix + component.key;
    if (isField(component) && component.calculateValue !== undefined) {
      const value = calculatedValue(component.type, applyLogic(component.calculateValue, at));
      if (value !== null) at.row[component.key] = value;
    }
    const isHidden = at.hidden || !isShown(component, at, fieldIndex(form));
    if (isHidden) hidden.add(path);
    if (!isField(component)) {
      settle(form, childrenOf(component), { ...at, hidden: isHidden }, hidden, visit);
    } else if (isHidden) {
      delete at.row[component.key];
    } else {
      visit(component, path, at.row);
      if (isGrid(component)) {
        rowsOf(at.row[component.key]).forEach((row, index) => {
          settle(form, component.components, { ...at, row, prefix: `${path}[${index}].` }, hidden, visit);
        });
      }
    }
  }
}

function pagesOf(form: FormDefinition, hidden: ReadonlySet<string>): PageState[] {
  return form.components.map(({ key, title }, index) => ({ key, title, index, visible: !hidden.has(key) }));
}

/** The pages a person goes through now, in order. */
export const visiblePages = (evaluation: Evaluation): PageState[] =>
  evaluation.pages.filter((page) => page.visible);

/** Errors of the fields on one page, including those in rows of its repeating groups. */
export function pageErrors(form: FormDefinition, evaluation: Evaluation, pageKey: string): FieldError[] {
  const page = form.components.find((panel) => panel.key === pageKey);
  const keys = new Set(page ? fieldsOf(page.components).map((field) => field.key) : []);
  return evaluation.errors.filter(({ path }) => keys.has(path.replace(/\[.*/, '')));
}
