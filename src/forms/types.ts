/**
 * The supported subset of Form.io JSON (docs/forms.md lists it) and what the rules answer.
 * Types only: the schema that checks a file against them is in schema.ts.
 */

export type JsonLogic = boolean | number | string | null | JsonLogic[] | { [operator: string]: unknown };

/** Form data as Form.io keeps it: component key to value, nested for datagrid and editgrid rows. */
export type FormData = { [key: string]: FormValue };
export type FormValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | FormValue[]
  | { [key: string]: FormValue };

/** One uploaded file as it stands in the form data. The bytes lie on the server under `id`. */
export type FileValue = { id: string; name: string; size: number; type: string };

/** Form.io's simple condition: show (or hide) when another component has a value. */
export type SimpleCondition = {
  show: boolean | 'true' | 'false';
  when: string;
  eq: string | number | boolean;
};
/** Form.io's newer list of conditions. */
export type ConditionList = {
  show: boolean;
  conjunction: 'all' | 'any';
  conditions: { component: string; operator: ConditionOperator; value?: string | number | boolean }[];
};
export type ConditionOperator =
  | 'isEqual'
  | 'isNotEqual'
  | 'isEmpty'
  | 'isNotEmpty'
  | 'lessThan'
  | 'lessThanOrEqual'
  | 'greaterThan'
  | 'greaterThanOrEqual'
  | 'includes'
  | 'notIncludes';

export type Validation = {
  required?: boolean;
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** Shown instead of the standard text when a rule of this component fails. */
  customMessage?: string;
  /** JSONLogic; true means valid, a string is the error text (Form.io `validate.json`). */
  json?: JsonLogic;
};

type Base = {
  key: string;
  label: string;
  description?: string;
  conditional?: SimpleCondition | ConditionList | { json: JsonLogic };
  customConditional?: '';
  /** Own properties. `prefill` names a user data field (spec section 3). `autocomplete` is the HTML token. */
  properties?: { prefill?: string; autocomplete?: string; charset?: 'A' | 'B' | 'C' };
};

type Field = Base & {
  input: true;
  validate?: Validation;
  defaultValue?: FormValue;
  /** JSONLogic over fields that come before; the result is the value, and the field is read only. */
  calculateValue?: JsonLogic;
  disabled?: boolean;
  clearOnHide?: true;
};

export type Option = { value: string; label: string };

export type PanelComponent = Base & { type: 'panel'; title: string; components: Component[] };
export type FieldsetComponent = Base & { type: 'fieldset'; legend: string; components: Component[] };
export type ColumnsComponent = Base & {
  type: 'columns';
  columns: { components: Component[]; width: number }[];
};
/** Plain text with a small set of HTML tags (p, ul, ol, li, strong, em, a, h3), checked when loaded. */
export type ContentComponent = Base & { type: 'content'; html: string };
export type TextComponent = Field & { type: 'textfield' | 'email' | 'phoneNumber' };
export type TextareaComponent = Field & { type: 'textarea'; rows?: number };
/** `delimiter` groups thousands ("1.200"); without it a year stays a year. */
export type NumberComponent = Field & { type: 'number'; decimalLimit?: number; delimiter?: true };
/** Value in euro with two decimals, as Form.io keeps it. */
export type CurrencyComponent = Field & { type: 'currency'; currency: 'EUR'; delimiter?: true };
/**
 * Value `MM/DD/YYYY` as Form.io keeps it with dayFirst false; the renderer shows day, month, year (day.ts).
 * Limits: `YYYY-MM-DD`, `moment()`, `moment().subtract(16, 'years')`; read as text, never run.
 */
export type DayComponent = Field & { type: 'day'; minDate?: string; maxDate?: string };
/** Value ISO 8601 with offset. */
export type DatetimeComponent = Field & { type: 'datetime'; enableDate: true; enableTime: boolean };
export type SelectComponent = Field & { type: 'select'; data: { values: Option[] } };
export type RadioComponent = Field & { type: 'radio'; values: Option[] };
/** Value: option value to boolean. */
export type SelectboxesComponent = Field & { type: 'selectboxes'; values: Option[] };
export type CheckboxComponent = Field & { type: 'checkbox' };
export type FileComponent = Field & {
  type: 'file';
  multiple: boolean;
  /** Accepted types, e.g. `application/pdf,image/jpeg`. */
  filePattern: string;
  /** e.g. `10MB`. */
  fileMaxSize: string;
};
/** Repeating group; value: array of rows. `addAnother` is the text of the add button. */
export type GridComponent = Field & {
  type: 'datagrid' | 'editgrid';
  components: Component[];
  addAnother: string;
  /** Label of one row, e.g. "Person". */
  rowLabel?: string;
};

export type FieldComponent =
  | TextComponent
  | TextareaComponent
  | NumberComponent
  | CurrencyComponent
  | DayComponent
  | DatetimeComponent
  | SelectComponent
  | RadioComponent
  | SelectboxesComponent
  | CheckboxComponent
  | FileComponent
  | GridComponent;
export type Component =
  | PanelComponent
  | FieldsetComponent
  | ColumnsComponent
  | ContentComponent
  | FieldComponent;

export type FormDefinition = {
  /** Key of the form, equal to metadata fmsFormId. */
  name: string;
  title: string;
  display: 'wizard';
  components: PanelComponent[];
};

export type RuleName =
  | 'required'
  | 'min'
  | 'max'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'email'
  | 'number'
  | 'day'
  | 'date'
  | 'option'
  | 'file'
  | 'characters'
  | 'json'
  | 'unknown';

/** One broken rule. `path` is Form.io's data path, e.g. `children[0].birthDate`. */
export type FieldError = {
  path: string;
  rule: RuleName;
  /** Values for the standard text, e.g. { min: 1 }. */
  params?: Record<string, string | number>;
  /** Own text of the form for this rule, already in the form's language. */
  message?: string;
};

export type PageState = { key: string; title: string; index: number; visible: boolean };

/** What the rules say of a form and its data; pure function of both. */
export type Evaluation = {
  /** Data with hidden values cleared, calculated values set and unknown keys removed. */
  data: FormData;
  /** Data paths of components that are hidden now. Layout components appear with their key. */
  hidden: ReadonlySet<string>;
  pages: PageState[];
  errors: FieldError[];
};

/** One line of the summary: label and value in the asked language, grouped by page. */
export type SummaryRow = {
  path: string;
  label: string;
  /** Text as shown; empty string means no information was given. */
  value: string;
  kind: 'text' | 'boolean' | 'file' | 'heading';
  /** Depth of nesting below the page: 0 for fields, 1 for rows of a grid, ... */
  level: number;
};
export type SummaryPage = { key: string; title: string; rows: SummaryRow[] };
