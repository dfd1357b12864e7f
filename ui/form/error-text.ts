import type { TFunction } from 'i18next';
import { type Locale, languageTag } from '#domain/locale.ts';
import { fieldIndex, isGrid, isObject } from '#forms/components.ts';
import { kindNames } from '#forms/files.ts';
import { fieldAt, fieldId, getValue, parsePath } from '#forms/paths.ts';
import { rowName } from '#forms/row-names.ts';
import type {
  FieldComponent,
  FieldError,
  FieldType,
  FormData,
  FormDefinition,
  FormValue,
  GridComponent,
} from '#forms/types.ts';
import type { SummaryError } from '#ui/kit/error-summary.tsx';

/** A line of the error summary, and the path of its field. */
export type PlacedError = SummaryError & { path: string };

/** Fields whose errors are worded like those of a text field. */
type Typed = 'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'number' | 'hidden';

/** Ways to answer a field: they determine how its error is worded. */
const WAYS: Partial<Record<FieldType, string>> = {
  select: 'choice',
  radio: 'choice',
  selectboxes: 'choice',
  checkbox: 'checkbox',
  file: 'file',
  day: 'day',
  datetime: 'day',
  currency: 'money',
  datagrid: 'rows',
  editgrid: 'rows',
} satisfies Record<Exclude<FieldType, Typed>, string>;

/**
 * Says in plain words what is wrong and how to correct it. The form's own message takes precedence over ours.
 * @param field only label, type and number notation are used; undefined when the form does not know the path
 * @param t of the namespace `form`, in the language `locale`
 */
export function errorText(
  error: FieldError,
  field: ErrorField | undefined,
  t: TFunction<'form'>,
  locale: Locale,
): string {
  if (error.message) return error.message;
  const params = Object.entries(error.params ?? {}).map(([name, value]) => [name, readable(name, value)]);
  const useGrouping = field?.type !== 'number' || field.delimiter === true;
  // The rule's name selects the text; i18next falls back to the text without the way.
  return t(`errors.${error.rule}`, {
    replace: {
      ...Object.fromEntries(params),
      label: (field?.label ?? '').replace(/[.:]$/, ''),
      decimals: field?.decimalLimit,
    },
    context: field && wayOf(error, field),
    locale: languageTag[locale],
    formatParams: {
      min: { useGrouping },
      max: { useGrouping },
      example: { useGrouping: false, minimumFractionDigits: field?.type === 'currency' ? 2 : 0 },
    },
  });
}

type ErrorField = Pick<FieldComponent, 'label' | 'type'> & {
  decimalLimit?: number;
  delimiter?: boolean;
  enableTime?: boolean;
};

/** Way to correct an answer: answer a question, leave out the digits after the comma, look at the calendar. */
function wayOf(
  { rule, params }: FieldError,
  { type, label, decimalLimit, enableTime }: ErrorField,
): string | undefined {
  if (rule === 'day' && params?.year !== undefined) return 'impossible';
  if (rule === 'date' && params?.time !== undefined) return 'skipped';
  if (rule === 'date' && enableTime) return 'time';
  if (rule === 'characters' && params?.characters !== undefined) return 'named';
  if (rule === 'openingHours' && params?.hours !== undefined) return 'named';
  if (rule === 'number' && decimalLimit !== undefined) return decimalLimit === 0 ? 'whole' : 'decimals';
  if (rule === 'required' && type !== 'checkbox' && label.endsWith('?')) return 'question';
  return WAYS[type];
}

/**
 * Lines for the error summary in the order of the page, one per field; rows of groups are named by the data, and fields
 * by their label where two lines would otherwise be equal.
 */
export function summaryErrors(
  form: FormDefinition,
  errors: readonly FieldError[],
  t: TFunction<'form'>,
  { data, locale }: { data: FormData; locale: Locale },
): PlacedError[] {
  const seen = new Set<string>();
  const titleOf = rowTitles(form, data, t, locale);
  const lines = inDocumentOrder(form, errors).flatMap((error) => {
    if (seen.has(error.path)) return [];
    seen.add(error.path);
    const field = fieldAt(form, error.path);
    const [key, index] = parsePath(error.path);
    // "Clara Claussen: " for a field in a row of a repeating group.
    const title = typeof index === 'number' ? titleOf(String(key), index) : null;
    return [
      {
        path: error.path,
        title: title === null ? '' : `${title}: `,
        label: field?.label ?? '',
        text: errorText(error, field, t, locale),
      },
    ];
  });
  const isAlone = (line: (typeof lines)[number]) =>
    !lines.some((it) => it !== line && it.title === line.title && it.text === line.text);
  return lines.map((line) => {
    const name = line.label === '' || isAlone(line) ? '' : `${line.label.replace(/[.:?]$/, '')}: `;
    return { path: line.path, fieldId: fieldId(line.path), text: `${line.title}${name}${line.text}` };
  });
}

/** Names of rows; rows of the same name get their number, "Clara Claussen (Person 2)". */
function rowTitles(form: FormDefinition, data: FormData, t: TFunction<'form'>, locale: Locale) {
  const titles = new Map<string, readonly string[]>();
  const titlesIn = (key: string, grid: GridComponent): readonly string[] => {
    const rows = getValue(data, key);
    const all = (Array.isArray(rows) ? rows : []).map((row, at) => rowTitle(grid, at, row, t, locale));
    const isOnly = (title: string) => all.indexOf(title) === all.lastIndexOf(title);
    return all.map((title, at) => (isOnly(title) ? title : `${title} (${rowNumber(grid, at, t)})`));
  };
  return (key: string, index: number): string | null => {
    const grid = fieldAt(form, key);
    if (!grid || !isGrid(grid)) return null;
    const known = titles.get(key) ?? titlesIn(key, grid);
    titles.set(key, known);
    return known[index] ?? rowNumber(grid, index, t);
  };
}

/** Sorts entries about fields in the order of the fields. */
export function inDocumentOrder<T extends { path: string }>(form: FormDefinition, errors: readonly T[]): T[] {
  const fields = [...fieldIndex(form).keys()];
  const place = ({ path }: T): [number, number, number] => {
    const [key, row] = parsePath(path);
    return [fields.indexOf(String(key)), Number(row ?? -1), fields.indexOf(path.replace(/\[\d+\]/g, ''))];
  };
  return [...errors].sort((a, b) => {
    const [one, other] = [place(a), place(b)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  });
}

/**
 * The name of one row of a repeating group: the identifying answer, else its number, e.g. "Person 2".
 * @param index counts from 0
 * @param row the answers of the row
 */
export function rowTitle(
  grid: GridComponent,
  index: number,
  row: FormValue,
  t: TFunction<'form'>,
  locale: Locale,
): string {
  const name = isObject(row) ? rowName(grid, row, locale) : '';
  return name || rowNumber(grid, index, t);
}

const rowNumber = (grid: GridComponent, index: number, t: TFunction<'form'>): string =>
  `${grid.rowLabel ?? t('grid.row')} ${index + 1}`;

const SIZE = /^\d+(\.\d+)? ?[KMG]?B$/i;

/**
 * A limit or example as people read it: an example of a day as it is typed, limits of days (`YYYY-MM-DD`) as dates,
 * accepted file types by their short names.
 */
function readable(name: string, value: string | number): string | number | string[] | Date {
  if (typeof value === 'number') return value;
  if (name === 'types') return kindNames(value);
  if (name === 'example') return typedDay(value);
  if (SIZE.test(value)) return value.replace(/(\d) ?([A-Z])/i, '$1\u00a0$2');
  return /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T12:00:00`) : value;
}

/** "27 3 1985" for `1985-03-27`: as typed into the three inputs. */
export const typedDay = (iso: string): string => iso.split('-').reverse().map(Number).join(' ');
