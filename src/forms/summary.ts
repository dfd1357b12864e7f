import type { SummaryPage, SummaryRow } from '#contract/summary.ts';
import type { Locale } from '#domain/locale.ts';
import { childrenOf, isField, isGrid, rowsOf } from './components.ts';
import { displayText } from './display.ts';
import { rowName } from './row-names.ts';
import { evaluate, visiblePages } from './rules/rules.ts';
import type {
  Component,
  ComponentOf,
  Evaluation,
  FormData,
  FormDefinition,
  FormValue,
  GridComponent,
  TextValuedField,
  ValueField,
} from './types.ts';

type Walk = {
  evaluation: Evaluation;
  row: FormData;
  prefix: string;
  level: number;
  language: Locale;
  proven: ReadonlySet<string>;
};

/**
 * The pages that a person confirms, with label and value of every visible field. Values are as people write them in the
 * language; `form` must be in that language. Empty values are '' (the caller shows "no information"). A group is a
 * heading with one heading per row. `data` may be raw or cleaned.
 * @param proven paths of the fields with the account's value
 */
export function summarise(
  form: FormDefinition,
  data: FormData,
  locale: Locale,
  proven: readonly string[] = [],
): SummaryPage[] {
  const evaluation = evaluate(form, data);
  return visiblePages(evaluation).flatMap(({ key, title, index }) => {
    const walk: Walk = {
      evaluation,
      row: evaluation.data,
      prefix: '',
      level: 0,
      language: locale,
      proven: new Set(proven),
    };
    const rows = rowsOfComponents(form.components[index]?.components ?? [], walk);
    // A page of texts only has nothing to confirm.
    return rows.length > 0 ? [{ key, title, rows }] : [];
  });
}

function rowsOfComponents(components: Component[], walk: Walk): SummaryRow[] {
  return components.flatMap((component): SummaryRow[] => {
    const path = walk.prefix + component.key;
    if (walk.evaluation.hidden.has(path) || component.type === 'hidden') return [];
    if (!isField(component)) {
      if (component.type !== 'fieldset') return rowsOfComponents(childrenOf(component), walk);
      const inner = rowsOfComponents(component.components, { ...walk, level: walk.level + 1 });
      return inner.length === 0 ? [] : [heading(path, component.legend, walk.level), ...inner];
    }
    const value = walk.row[component.key];
    if (isGrid(component)) return gridRows(component, value, path, walk);
    const row = fieldRow(component, value, path, walk);
    return row.value === '' && isShownOnly(component) ? [] : [row];
  });
}

function gridRows(grid: GridComponent, value: FormValue, path: string, walk: Walk): SummaryRow[] {
  const rows = rowsOf(value);
  if (rows.length === 0) return [{ path, label: grid.label, value: '', kind: 'text', level: walk.level }];
  return [
    heading(path, grid.label, walk.level),
    ...rows.flatMap((row, index) => [
      heading(
        `${path}[${index}]`,
        rowName(grid, row, walk.language) || `${grid.rowLabel ?? grid.label} ${index + 1}`,
        walk.level + 1,
      ),
      ...rowsOfComponents(grid.components, {
        ...walk,
        row,
        prefix: `${path}[${index}].`,
        level: walk.level + 2,
      }),
    ]),
  ];
}

/** Nobody can fill the field in: left empty, it is no question without an answer. */
const isShownOnly = ({ disabled, calculateValue }: ValueField): boolean =>
  disabled === true || calculateValue !== undefined;

const heading = (path: string, label: string, level: number): SummaryRow => ({
  path,
  label,
  value: '',
  kind: 'heading',
  level,
});

function fieldRow(field: ValueField, value: FormValue, path: string, walk: Walk): SummaryRow {
  return {
    path,
    label: field.label,
    value: displayText(field, value, walk.language),
    kind: kindOf(field),
    level: walk.level,
    ...(walk.proven.has(path) && { fromAccount: true as const }),
  };
}

function kindOf(field: ValueField): SummaryRow['kind'] {
  switch (field.type) {
    case 'checkbox':
      return 'boolean';
    case 'file':
      return 'file';
    default:
      field satisfies TextValuedField | ComponentOf<'number' | 'currency' | 'selectboxes'>;
      return 'text';
  }
}

/** The shown pages as one text: the same pages give the same text, in Unicode normalisation form C. */
export const canonicalSummary = (pages: readonly SummaryPage[]): string =>
  JSON.stringify(
    pages.map(({ key, title, rows }) => [key, title, rows.map((row) => [row.path, row.label, row.value])]),
  ).normalize('NFC');

/**
 * Canonical JSON (RFC 8785: sorted keys, no space) of the visible data, in normalisation form C: a confirmation is
 * hashed over it. It does not depend on the language. Empty values are left out, because absent, "", false and [] are
 * all shown as no information or no; rows of a group always count.
 */
export const canonicalData = (form: FormDefinition, data: FormData): string =>
  JSON.stringify(canonical(evaluate(form, data).data) ?? {}).normalize('NFC');

function canonical(value: FormValue): FormValue {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => canonical(item) ?? {});
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .map(([key, item]) => [key, canonical(item)] as const)
      .filter(([, item]) => item !== undefined)
      .sort(([one], [two]) => (one < two ? -1 : 1));
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
  return value === '' || value === false || value === null ? undefined : value;
}
