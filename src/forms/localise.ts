import { isField } from './components.ts';
import type { Component, FieldComponent, FormDefinition, JsonLogic, Option } from './types.ts';

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
 * The form with its texts replaced by way of `texts`, a Form.io translation map from source text to text.
 * Throws MissingTexts when one is not in the map.
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
  const base = { ...component, label: t(component.label) };
  if (component.description !== undefined) base.description = t(component.description);
  const all = (components: Component[]) => components.map((child) => mapComponent(child, t));
  if (isField(component)) return mapField({ ...base } as FieldComponent, t, all);
  switch (component.type) {
    case 'panel':
      return { ...base, type: 'panel', title: t(component.title), components: all(component.components) };
    case 'fieldset':
      return {
        ...base,
        type: 'fieldset',
        legend: t(component.legend),
        components: all(component.components),
      };
    case 'columns': {
      const columns = component.columns.map((column) => ({ ...column, components: all(column.components) }));
      return { ...base, type: 'columns', columns };
    }
    case 'content':
      return { ...base, type: 'content', html: t(component.html) };
  }
}

function mapField(
  field: FieldComponent,
  t: Translate,
  all: (of: Component[]) => Component[],
): FieldComponent {
  const options = (values: Option[]) => values.map(({ value, label }) => ({ value, label: t(label) }));
  if (field.validate) {
    const { customMessage, json } = field.validate;
    field.validate = { ...field.validate };
    if (customMessage) field.validate.customMessage = t(customMessage);
    if (json !== undefined) field.validate.json = mapMessages(json, t);
  }
  switch (field.type) {
    case 'select':
      return { ...field, data: { ...field.data, values: options(field.data.values) } };
    case 'radio':
    case 'selectboxes':
      return { ...field, values: options(field.values) };
    case 'datagrid':
    case 'editgrid': {
      const grid = { ...field, components: all(field.components), addAnother: t(field.addAnother) };
      return field.rowLabel === undefined ? grid : { ...grid, rowLabel: t(field.rowLabel) };
    }
    default:
      return field;
  }
}

/** Texts of a JSONLogic validation are the strings that it can answer: the branches of its outer `if`s. */
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
