import type * as z from 'zod';
import type { CheckRule } from './rules/check-names.ts';
import type { componentSchemas, formJson, panelSchema } from './schema/components.ts';
import type { numberRules, rowRules, textRules } from './schema/parts.ts';

/**
 * The components of a form, derived from their schema (docs/forms.md lists them), and the results of the rules. Types
 * only: imports neither the schema nor zod at run time.
 */
export type { JsonLogic } from './schema/parts.ts';

/** Form data as Form.io stores it: component key to value, nested for datagrid and editgrid rows. */
export type FormData = { [key: string]: FormValue };
export type FormValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | FormValue[]
  | { [key: string]: FormValue };

/** One uploaded file as stored in the form data. The bytes are on the server under `id`. */
export type FileValue = { id: string; name: string; size: number; type: string };

type Schema = (typeof componentSchemas)[number] | typeof panelSchema;

/** The schema only requires inner components to exist: a type cannot be inferred from itself. */
type WithInner<C> = C extends { components: unknown }
  ? Omit<C, 'components'> & { components: Component[] }
  : C extends { columns: { width: number }[] }
    ? Omit<C, 'columns'> & { columns: { components: Component[]; width: number }[] }
    : C;

type Asked =
  | 'calculateValue'
  | 'defaultValue'
  | 'description'
  | 'validate'
  | 'errors'
  | 'disabled'
  | 'properties';
/** Properties that only some fields have can be read on every field. */
type Askable<C> = C extends { input: true } ? C & { [K in Exclude<Asked, keyof C>]?: undefined } : C;

/** One component, discriminated by its `type`. */
export type Component = WithInner<Askable<z.infer<Schema>>>;
export type ComponentOf<T extends Component['type']> = Extract<Component, { type: T }>;

/** Components that hold a value. */
export type FieldComponent = Extract<Component, { input: true }>;
export type FieldType = FieldComponent['type'];
/** Repeating group; value: array of rows. `addAnother` is the text of the add button, `rowLabel` names one row. */
export type GridComponent = Extract<FieldComponent, { components: Component[] }>;
/** Fields that are not groups. */
export type ValueField = Exclude<FieldComponent, GridComponent>;
/** Fields whose value can be calculated. */
export type CalculableField = Exclude<FieldComponent, { calculateValue?: undefined }>;

/** Fields whose value is a text, typed or chosen. */
export type TextValuedField = ComponentOf<
  'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'day' | 'datetime' | 'select' | 'radio' | 'hidden'
>;

export type FormDefinition = Omit<z.infer<typeof formJson>, 'components'> & {
  components: ComponentOf<'panel'>[];
};

/** Every rule that at least one kind of field can have. */
export type Validation = Rules<typeof textRules> & Rules<typeof numberRules> & Rules<typeof rowRules>;
type Rules<S extends z.ZodType> = NonNullable<z.infer<S>>;

export type Option = { value: string; label: string; description?: string | undefined };

/** The condition of a component: `{ when, eq }`, `{ conjunction, conditions }` or `{ json }`. */
export type Conditional = NonNullable<Component['conditional']>;
export type SimpleCondition = Extract<Conditional, { when: string }>;
export type ConditionList = Extract<Conditional, { conditions: unknown }>;

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
  | 'unknown'
  | CheckRule;

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

/** The result of the rules for a form and its data; a pure function of both. */
export type Evaluation = {
  /** Data with hidden values cleared, calculated values set and unknown keys removed. */
  data: FormData;
  /** Data paths of components that are hidden now. Layout components appear with their key. */
  hidden: ReadonlySet<string>;
  pages: PageState[];
  errors: FieldError[];
};
