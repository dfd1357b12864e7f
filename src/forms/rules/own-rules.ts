import { germanDay } from '#domain/german-time.ts';
import { byteSize } from '../byte-size.ts';
import { rulesOf } from '../components.ts';
import { acceptsType } from '../files.ts';
import { namesFrom } from '../names-from.ts';
import type {
  ComponentOf,
  FieldComponent,
  FieldError,
  FileValue,
  FormData,
  FormValue,
  RuleName,
} from '../types.ts';
import { foreignCharacters } from './characters.ts';
import { brokenDateChecks } from './date-checks.ts';
import { dayLimits, impossibleDay, impossibleDayOfMoment, isCalendarDate, isoDay } from './day.ts';
import { fieldError } from './field-error.ts';
import { lengthOf, type RuleContext } from './field-rules.ts';
import { skippedTime } from './german-moment.ts';
import { brokenTextCheck } from './text-checks.ts';

/**
 * The rules that Form.io lacks or checks too loosely, for one visible value that shapeData has passed: names that were
 * entered elsewhere, characters of DIN 91379, lengths counted in characters (Form.io counts UTF-16 units) and in rows,
 * complete dates, the limits of a moment, decimals, size, type and number of files, and the named checks (docs/forms.md).
 */
export function ownErrors(field: FieldComponent, value: FormValue, context: RuleContext): FieldError[] {
  const { data, path, today } = context;
  const error = (rule: RuleName) => fieldError(field, path, rule, today);
  switch (field.type) {
    case 'number':
    case 'currency':
      return typeof value !== 'number' || hasDecimals(field, value) ? [] : [error('number')];
    case 'datagrid':
    case 'editgrid':
      return lengthRules(field, value).map(error);
    case 'file':
      return Array.isArray(value) && !takes(field, value as FileValue[]) ? [error('file')] : [];
    case 'select':
    case 'radio':
    case 'selectboxes':
    case 'checkbox':
    case 'hidden':
      return [];
    // For a new type of field the compiler reports an error here: `textErrors` accepts only these types.
    default:
      if (typeof value !== 'string' || value === '') return [];
      return isOfferedName(field, value, data) ? textErrors(field, value, error, context) : [error('option')];
  }
}

/** True if the field offers this name, or offers none because none was entered. */
function isOfferedName({ properties }: Typed, value: string, data: FormData): boolean {
  if (properties?.namesFrom === undefined) return true;
  const names = namesFrom(properties.namesFrom, data);
  return names.length === 0 || names.includes(value);
}

function lengthRules(field: FieldComponent, value: FormValue): RuleName[] {
  const { minLength = 0, maxLength = Infinity } = rulesOf(field);
  const length = lengthOf(field, value);
  if (length < minLength) return ['minLength'];
  return length > maxLength ? ['maxLength'] : [];
}

type Typed = ComponentOf<'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'day' | 'datetime'>;

function textErrors(
  field: Typed,
  value: string,
  error: (rule: RuleName) => FieldError,
  context: RuleContext,
): FieldError[] {
  if (field.type === 'day') {
    if (isoDay(value)) return dateErrors(field, value, error, context);
    const impossible = impossibleDay(value);
    return [impossible ? { ...error('day'), params: impossible } : error('day')];
  }
  if (field.type === 'datetime') {
    if (isDatetime(value)) return dateErrors(field, value, error, context);
    const skipped = skippedTime(value);
    if (skipped) return [{ ...error('date'), params: skipped }];
    const impossible = impossibleDayOfMoment(value);
    return [impossible ? { ...error('day'), params: impossible } : error('date')];
  }
  const broken = brokenTextCheck(field, value);
  const errors = [...(broken ? [broken] : []), ...lengthRules(field, value)].map(error);
  const foreign = foreignCharacters(value, field.properties?.charset ?? 'C');
  return foreign.length === 0
    ? errors
    : [...errors, { ...error('characters'), params: { characters: foreign.join(' ') } }];
}

const dateErrors = (
  field: ComponentOf<'day' | 'datetime'>,
  value: string,
  error: (rule: RuleName) => FieldError,
  context: RuleContext,
): FieldError[] => [
  ...brokenLimits(field, value, context.today).map(error),
  ...brokenDateChecks(field, value, context).map(({ rule, params }) => ({
    ...error(rule),
    ...(params && { params }),
  })),
];

/** Broken limits of a moment, by its day in Germany. Form.io's rules check those of a day (field-rules.ts). */
function brokenLimits(field: ComponentOf<'day' | 'datetime'>, value: string, today: string): RuleName[] {
  if (field.type === 'day') return [];
  const { first, last } = dayLimits(field, today);
  const day = germanDay(new Date(value));
  if (day < first) return ['min'];
  return day > last ? ['max'] : [];
}

/** Number, size and type of the files. */
const takes = (field: ComponentOf<'file'>, files: FileValue[]): boolean =>
  (field.multiple || files.length <= 1) &&
  files.every((file) => file.size <= byteSize(field.fileMaxSize) && acceptsType(field, file));

/** True if a typed number has no more decimals than allowed. Calculated numbers pass: people cannot correct them. */
function hasDecimals(field: ComponentOf<'number' | 'currency'>, value: number): boolean {
  const limit = field.type === 'currency' ? 2 : field.decimalLimit;
  return limit === undefined || field.calculateValue !== undefined || Number(value.toFixed(limit)) === value;
}

const DATETIME = /^([1-9]\d{3}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

function isDatetime(value: string): boolean {
  const match = DATETIME.exec(value);
  return match?.[1] !== undefined && isCalendarDate(match[1]) && !Number.isNaN(Date.parse(value));
}
