import type { Component, ComponentOf, FieldComponent, FormDefinition, JsonLogic, Option } from './types.ts';

type Translate = (text: string) => string;

/** Thrown by localiseForm; `missing` lists every text without a translation. */
export class MissingTexts extends Error {
  readonly missing: string[];

  constructor(missing: string[]) {
    super(`no translation for: ${missing.join(' | ')}`);
    this.name = 'MissingTexts';
    this.missing = missing;
  }
}

/** Every text of the form that a person reads, in document order, each once. */
export function collectTexts(form: FormDefinition): string[] {
  const texts = new Set<string>();
  mapForm(form, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}

/**
 * The form with its texts replaced using `texts`, a Form.io translation map from source text to text. Throws
 * MissingTexts when one is not in the map.
 */
export function localiseForm(form: FormDefinition, texts: Record<string, string>): FormDefinition {
  const missing = collectTexts(form).filter((text) => !Object.hasOwn(texts, text));
  if (missing.length > 0) throw new MissingTexts(missing);
  return mapForm(form, (text) => texts[text] ?? text);
}

function mapForm(form: FormDefinition, translate: Translate): FormDefinition {
  const t: Translate = (text) => (text.trim() === '' ? text : translate(text));
  return {
    ...form,
    title: t(form.title),
    components: form.components.map((panel) => mapComponent(panel, t)) as FormDefinition['components'],
  };
}

function mapComponent(component: Component, t: Translate): Component {
  const all = (components: Component[]) => components.map((child) => mapComponent(child, t));
  const options = (values: Option[]) =>
    values.map((option) => ({
      ...option,
      label: t(option.label),
      ...(option.description !== undefined && { description: t(option.description) }),
    }));
  switch (component.type) {
    case 'panel':
      return {
        ...mapLayout(component, t),
        title: t(component.title),
        components: all(component.components),
      };
    case 'fieldset':
      return {
        ...mapLayout(component, t),
        legend: t(component.legend),
        components: all(component.components),
      };
    case 'columns': {
      const columns = component.columns.map((column) => ({ ...column, components: all(column.components) }));
      return { ...mapLayout(component, t), columns };
    }
    case 'content':
      return { ...mapLayout(component, t), html: t(component.html) };
    case 'select':
      return {
        ...mapField(component, t),
        data: { values: inOrder(component.data.values, options(component.data.values)) },
      };
    case 'radio':
    case 'selectboxes':
      return { ...mapField(component, t), values: options(component.values) };
    case 'datagrid':
    case 'editgrid': {
      const { rowLabel, addAnother, components } = component;
      const grid = { ...mapField(component, t), components: all(components), addAnother: t(addAnother) };
      return rowLabel === undefined ? grid : { ...grid, rowLabel: t(rowLabel) };
    }
    case 'hidden':
      return component;
    default:
      component satisfies
        | ComponentOf<'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'number' | 'currency'>
        | ComponentOf<'day' | 'datetime' | 'checkbox' | 'file'>;
      return mapField(component, t);
  }
}

/** Options from which on a list is looked through by the alphabet. */
const LONG_LIST = 10;

/**
 * Returns translated options: those of a long list in alphabetical order (German) in that of the translation (English).
 * A last option that stands out of the order, such as "another one", stays the last.
 */
function inOrder(source: Option[], translated: Option[]): Option[] {
  const isOrdered = (labels: string[]) =>
    labels.every((label, index) => index === 0 || label.localeCompare(labels[index - 1]!, 'de') >= 0);
  const labels = source.map(({ label }) => label);
  const ordered = [labels, labels.slice(0, -1)].find(isOrdered);
  if (ordered === undefined || labels.length < LONG_LIST) return translated;
  const sorted = translated
    .slice(0, ordered.length)
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
  return [...sorted, ...translated.slice(ordered.length)];
}

/** Pages and their parts: their labels are names for editors, nobody else reads them. */
function mapLayout<C extends Component>(component: C, t: Translate): C {
  return component.description === undefined
    ? component
    : { ...component, description: t(component.description) };
}

function mapField<F extends FieldComponent>(field: F, t: Translate): F {
  const base = { ...mapLayout(field, t), label: t(field.label) };
  if (field.errors) {
    base.errors = Object.fromEntries(Object.entries(field.errors).map(([key, text]) => [key, t(text)]));
  }
  if (!field.validate) return base;
  const { customMessage, json } = field.validate;
  const validate = { ...field.validate };
  if (customMessage) validate.customMessage = t(customMessage);
  if (json !== undefined) validate.json = mapMessages(json, t);
  return { ...base, validate };
}

/** Texts of a JSONLogic validation are the strings that it can return: the branches of its outer `if`s. */
function mapMessages(logic: JsonLogic, t: Translate): JsonLogic {
  if (typeof logic === 'string') return t(logic);
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) return logic;
  const branches = logic.if ?? logic['?:'];
  if (!Array.isArray(branches)) return logic;
  const mapped = branches.map((branch: JsonLogic, index) =>
    index % 2 === 1 || index === branches.length - 1 ? mapMessages(branch, t) : branch,
  );
  return logic.if ? { if: mapped } : { '?:': mapped };
}
