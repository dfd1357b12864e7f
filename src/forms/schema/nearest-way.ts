import { isObject } from '../components.ts';
import type { FormValue } from '../types.ts';
import { componentSchemas, formJson, panelSchema } from './components.ts';
import { meantName } from './mistyped.ts';
import type { FormProblem, JsonPath } from './types.ts';

const NO_SCRIPT = 'scripts are refused';

/** Properties of Form.io that the portal refuses, and the nearest way. */
const WAYS: Record<string, string> = {
  custom: `${NO_SCRIPT}, check with JSONLogic in validate.json`,
  customConditional: `${NO_SCRIPT}, use "conditional": {"show": true, "when": <key>, "eq": <value>} or JSONLogic in conditional.json`,
  customDefaultValue: `${NO_SCRIPT}, use defaultValue, or properties.prefill for a value of the account`,
  logic: `${NO_SCRIPT}, use conditional to show and hide, calculateValue with JSONLogic to calculate`,
  onChange: `${NO_SCRIPT}, use calculateValue with JSONLogic`,
  script: NO_SCRIPT,
  js: NO_SCRIPT,
  nextPage: `${NO_SCRIPT}, give the pages that can be left out a conditional`,
  hidden: 'what nobody sees must not be sent: leave the component out, or show it with a conditional',
  clearOnHide: 'what nobody sees must not be sent: a hidden field is always cleared, so leave it out',
  persistent: 'every visible answer is stored: leave the setting out, or the component',
  multiple: 'several values are supported for files only: use selectboxes, or a datagrid',
  url: 'options are not loaded from elsewhere: list them in data.values',
  resource: 'options are not loaded from elsewhere: list them in data.values',
  json: 'list the options in data.values, as npm run import:form does',
  dataSrc: 'options are not loaded from elsewhere: list them in data.values',
  inputMask: 'use validate.pattern, as npm run import:form does',
  prefix: 'write it into the label or the description, as npm run import:form does',
  suffix: 'write it into the label or the description, as npm run import:form does',
  unique: 'answers are not compared with those of others: leave it out',
  minSelectedCount: 'count with JSONLogic in validate.json, as npm run import:form does',
  maxSelectedCount: 'count with JSONLogic in validate.json, as npm run import:form does',
  minWords: 'use validate.minLength, in characters, or a pattern, as npm run import:form does',
  maxWords: 'use validate.maxLength, in characters, or a pattern, as npm run import:form does',
  step: 'use decimalLimit',
  integer: 'use "decimalLimit": 0',
  datePicker: 'limits are minDate and maxDate of the component, as npm run import:form writes them',
  fields: 'a day is asked for as a whole: leave it out, use validate.required, or a number for a year alone',
  allowCalculateOverride: 'a calculated value cannot be changed: leave it out, or leave calculateValue out',
  disableAddingRemovingRows: 'use fields in a fieldset where rows are neither added nor removed',
};

/** The nearest way for properties under `validate` only. */
const CHECK_WAYS: Record<string, string> = {
  row: `${NO_SCRIPT}, check the fields of the row with JSONLogic in their validate.json`,
};

/** The reason why a property is refused, with the nearest way, its right place, or the name that was probably meant. */
export function unknownKey(key: string, path: JsonPath, json: unknown): FormProblem {
  const reason = reasonOf(key, path, json);
  const problem = {
    path: [...path, key],
    reason: reason ?? `"${key}" is outside of the supported subset (docs/forms.md)`,
  };
  return reason === undefined ? { ...problem, isStranger: true } : problem;
}

/** A known reason for the refusal of a property; undefined if there is none. */
function reasonOf(key: string, path: JsonPath, json: unknown): string | undefined {
  const { own, validators, isCheck } = namesAt(path, json);
  if (own.includes(key)) return `"${key}" belongs to the component, not under "validate"`;
  if (validators.includes(key)) return `"${key}" belongs under "validate"`;
  const way = (isCheck ? CHECK_WAYS[key] : undefined) ?? WAYS[key];
  if (way) return `"${key}" is not supported here: ${way}`;
  const here = meantName(key, isCheck ? validators : own);
  if (here) return `"${key}" is not known: did you mean "${here}"?`;
  const there = meantName(key, isCheck ? own : validators);
  if (there) {
    const place = isCheck ? 'belongs to the component' : 'belongs under "validate"';
    return `"${key}" is not known: did you mean "${there}"? It ${place}`;
  }
  if (isCheck) return `"${key}" is no check of this field; it can have ${validators.join(', ')}`;
  return undefined;
}

type Names = { own: string[]; validators: string[]; isCheck: boolean };

/** The names that are known at the path, and in `validate` of the same component or around it. */
function namesAt(path: JsonPath, json: unknown): Names {
  const isCheck = path.at(-1) === 'validate';
  const owner = valueAt(isCheck ? path.slice(0, -1) : path, json);
  if (path.length === 0) return { own: Object.keys(formJson.shape), validators: [], isCheck };
  const type = isObject(owner as FormValue) ? (owner as { type?: unknown }).type : undefined;
  const schema = [...componentSchemas, panelSchema].find(({ shape }) => shape.type.value === type);
  if (!schema) return { own: [], validators: [], isCheck };
  const { shape } = schema;
  const validators = 'validate' in shape ? Object.keys(shape.validate.unwrap().shape) : [];
  return { own: Object.keys(shape), validators, isCheck };
}

function valueAt(path: JsonPath, json: unknown): unknown {
  let value = json;
  for (const step of path) value = (value as Record<string | number, unknown> | undefined)?.[step];
  return value;
}
