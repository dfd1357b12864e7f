import { userDataFields } from '#domain/user-data.ts';
import type { JsonPath } from '#forms/schema/types.ts';
import { type Conversion, isJson, type Json, type Scope, type Source, textOf } from './conversion.ts';
import { describingText, plainText, templateRefusal } from './html.ts';
import { convertWords } from './limits.ts';
import { placeholderText } from './placeholder.ts';
import { typeName } from './type-names.ts';

/** Known properties of a component; builders let people add any. */
const OWN_PROPERTIES = new Set(
  'prefill autocomplete lockedFrom compared charset check countries openingHours leadDays notBefore notAfter'.split(
    ' ',
  ),
);

/** Settings of a field that Form.io obeys and for which the portal has its own way, whatever their value. */
const DONE_OTHERWISE: Record<string, string> = {
  clearOnHide: 'a hidden field is always cleared here',
  allowCalculateOverride: 'a calculated value cannot be changed here',
  case: 'the letters stay as they are typed',
  truncateMultipleSpaces: 'spaces stay as they are typed',
  requireDecimal: 'decimals may be left out',
  kickbox: 'addresses are not looked up',
  wysiwyg: 'the text is plain',
  editor: 'the text is plain',
  defaultDate: 'a day is not filled in',
  fileTypes: 'the kinds of files are those of filePattern',
  decimalSymbol: 'numbers are written as in the language',
  thousandsSeparator: 'numbers are written as in the language',
  isUploadEnabled: 'a text has no files',
  customDefaultDate: 'a day is not filled in',
  selectFields: 'the options are in the form',
  headers: 'the options are in the form',
};

/** Converts key, texts and rules of a field; parts that depend on its type are converted afterwards. */
export function convertField(source: Source, type: string, scope: Scope, conversion: Conversion): Json {
  const { json, path } = source;
  const name = plainText(textOf(json.label)) || nameInField(json);
  const key = conversion.fieldKey(textOf(json.key), scope, path, name);
  const field: Json = { ...json, type, input: true, key };
  for (const [name, done] of Object.entries(DONE_OTHERWISE)) {
    if (json[name] !== undefined && isOn(json[name], name)) conversion.note([...path, name], done);
    delete field[name];
  }
  convertTexts(field, typeName(textOf(json.type)), path, conversion);
  convertChecks(field, path, conversion);
  if (json.calculateValue) field.calculateValue = parsedLogic(json.calculateValue);
  convertProperties(field, path, conversion);
  if (isJson(field.calculateValue) && hasValue(field.defaultValue)) {
    conversion.note([...path, 'defaultValue'], 'a calculated field has no default value');
    delete field.defaultValue;
  }
  return conversion.made(field, path);
}

/** True if Form.io would obey the setting. */
const isOn = (value: unknown, name: string): boolean => {
  if (name === 'clearOnHide') return value === false;
  if (isJson(value)) return value.enabled === true;
  return Array.isArray(value) ? value.length > 1 : Boolean(value);
};

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== '';

const SHOWN_ELSEWHERE = [
  'prefix',
  'suffix',
  'tooltip',
  'additionalDescriptionLabel',
  'additionalDescriptionText',
];

const DESCRIBING = ['description', 'additionalDescriptionLabel', 'additionalDescriptionText'];
const EXPLAINING = [...DESCRIBING, 'tooltip'];

const WITHOUT_TAGS = 'labels and descriptions have no HTML: the tags are left out';
const WITHOUT_LINKS = `${WITHOUT_TAGS}, the addresses of links stand behind their texts`;

function convertTexts(field: Json, type: string, path: JsonPath, conversion: Conversion): void {
  const written = plainText(textOf(field.label));
  const label = written || nameInField(field) || wordsOf(textOf(field.key));
  if (written === '') conversion.note([...path, 'label'], `it has no label: it is called "${label}"`);
  const given = DESCRIBING.map((name) => describingText(textOf(field[name])))
    .filter((text) => text !== '')
    .join(' ');
  const tooltip = describingText(textOf(field.tooltip));
  const html = ['label', ...EXPLAINING].map((name) => textOf(field[name])).join(' ');
  if (/<[a-z]/i.test(html)) conversion.note(path, /<a\s/i.test(html) ? WITHOUT_LINKS : WITHOUT_TAGS);
  if (tooltip) conversion.note([...path, 'tooltip'], 'it is shown as description');
  const around = [textOf(field.prefix), textOf(field.suffix)].map(plainText).filter((text) => text !== '');
  if (around.length > 0)
    conversion.note(path, `"${around.join(' ')}" before or behind the field is in the label`);
  field.label = around.length > 0 ? `${label} (${around.join(' ')})` : label;
  const hint = placeholderText(field, type, [label, given, tooltip], path, conversion);
  const description = [given, tooltip, hint].filter((text) => text !== '').join(' ');
  if (description) field.description = description;
  else delete field.description;
  for (const name of SHOWN_ELSEWHERE) delete field[name];
  const refusal = templateRefusal(`${label} ${description}`);
  if (refusal) conversion.refuse([...path, 'label'], refusal);
}

/** The placeholder of a field without a label, by which people know it in Form.io; empty if it has no words. */
function nameInField(field: Json): string {
  const text = plainText(textOf(field.placeholder));
  return /\p{L}/u.test(text) && !templateRefusal(text) ? text : '';
}

/** `totalCost` as "Total cost". */
export function wordsOf(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z\d])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const LIMITS = ['minLength', 'maxLength'];

const WITH_LENGTH = new Set(['textfield', 'textarea', 'email', 'phoneNumber', 'datagrid', 'editgrid']);

/** A limit that stands beside the checks, where Form.io does not look for it. */
function moveLimit(field: Json, name: string, path: JsonPath, conversion: Conversion): void {
  const limit = field[name];
  if (limit === undefined) return;
  delete field[name];
  if (Number(limit) <= 0 || !hasValue(limit) || !Number.isInteger(Number(limit))) return;
  const checks = isJson(field.validate) ? field.validate : {};
  if (hasValue(checks[name])) return;
  if (!WITH_LENGTH.has(textOf(field.type))) {
    conversion.note([...path, name], 'the answer has no length: it is left out');
    return;
  }
  field.validate = { ...checks, [name]: Number(limit) };
  conversion.note([...path, name], 'it stood beside "validate", where Form.io ignores it: it counts here');
}

const NUMBERS = ['min', 'max', 'minLength', 'maxLength'];

/** Entries among a builder's checks that are none: repetitions of the field, CHEFS's mark for copying. */
const NO_CHECKS = ['multiple', 'digitsOnly', 'isUseForCopy'];

/** Numbers that the builder writes as texts are numbers, JSON as text is JSON. */
function convertChecks(field: Json, path: JsonPath, conversion: Conversion): void {
  // Old builders wrote it beside the checks.
  if (typeof field.required === 'boolean') {
    if (field.required)
      field.validate = { ...(isJson(field.validate) ? field.validate : {}), required: true };
    delete field.required;
  }
  for (const name of LIMITS) moveLimit(field, name, path, conversion);
  if (!isJson(field.validate)) return;
  const checks: Json = { ...field.validate };
  for (const name of NUMBERS) {
    const value = checks[name];
    if (typeof value === 'string' && value.trim() !== '') checks[name] = Number(value);
    // A length of zero is what some builders write for "no limit".
    if (name.endsWith('Length') && checks[name] === 0) delete checks[name];
  }
  checks.json = parsedLogic(checks.json);
  const pattern = textOf(checks.pattern).replace(/^\^|(?<!\\)\$$/g, '');
  if (pattern) checks.pattern = hasOpenChoice(pattern) ? `(${pattern})` : pattern;
  if (pattern && checks.pattern !== textOf(field.validate.pattern))
    conversion.note([...path, 'validate', 'pattern'], `the pattern is ${checks.pattern}, for the whole text`);
  if (checks.digitsOnly === true && !textOf(checks.pattern)) checks.pattern = '[0-9]*';
  for (const name of NO_CHECKS) delete checks[name];
  convertWords(field, checks, path, conversion);
  if (textOf(checks.customMessage)) checks.customMessage = plainText(textOf(checks.customMessage));
  field.validate = checks;
}

/** True if a `|` stands outside of all parentheses and brackets. */
function hasOpenChoice(pattern: string): boolean {
  let depth = 0;
  for (const part of pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g) ?? []) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (part === '|' && depth === 0) return true;
  }
  return false;
}

/** JSONLogic that the builder kept as text; a script stays a text, which the check refuses. */
export function parsedLogic(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function convertProperties(field: Json, path: JsonPath, conversion: Conversion): void {
  const token = textOf(field.autocomplete);
  const known = /^(?!on$|off$)[a-z]+(-[a-z0-9]+)*$/.test(token) ? { autocomplete: token } : {};
  delete field.autocomplete;
  const entries = Object.entries({ ...known, ...(isJson(field.properties) && field.properties) });
  const own = entries.filter(([name, value]) => OWN_PROPERTIES.has(name) && isUsable(name, value));
  for (const [name] of entries) {
    if (!own.some(([kept]) => kept === name))
      conversion.note([...path, 'properties', name], 'a property that means nothing here');
  }
  if (own.length > 0) field.properties = Object.fromEntries(own);
  else delete field.properties;
}

/** False for a `prefill` of another product, which names no field of the account here. */
const isUsable = (name: string, value: unknown): boolean =>
  name !== 'prefill' || (userDataFields as readonly unknown[]).includes(value);
