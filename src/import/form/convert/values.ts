import { ADD_ENTRY, ENTRY } from './built-in-texts.ts';
import { shownBy } from './calendar.ts';
import { choice } from './choice.ts';
import { isConditional } from './conditional.ts';
import { isJson, type Json, jsonList, sourcesIn, textOf } from './conversion.ts';
import { convertField, parsedLogic } from './field.ts';
import { fileKinds } from './file-kinds.ts';
import { plainText } from './html.ts';
import { maskPattern } from './mask.ts';
import { scriptsOf } from './scripts.ts';
import { typeName } from './type-names.ts';
import type { Context, Value } from './value.ts';

/** A component with a value, as the portal has it; one of an unknown type stays for the form's check to refuse. */
export function convertValue(type: string, context: Context): Json[] {
  const { source, scope, conversion } = context;
  if (type === 'hidden' || (SINGLE.has(type) && source.json.hidden === true)) return [hidden(context)];
  const field = convertField(source, type, scope, conversion);
  const convert = values[type];
  return convert ? convert(field, context) : [field];
}

/** Types with one value, which a hidden field keeps as a text. */
const SINGLE = new Set(
  'textfield textarea email phoneNumber number currency day datetime select radio checkbox'.split(' '),
);

/** A hidden field, whose value the form sets: a default value or a calculation. */
function hidden({ source: { json, path }, scope, conversion }: Context): Json {
  const { calculateValue, defaultValue, conditional, label } = json;
  const start = typeof defaultValue === 'object' ? '' : String(defaultValue ?? '');
  if (!calculateValue && start === '') conversion.note(path, 'hidden, and nothing sets it: it stays empty');
  else if (textOf(json.type) !== 'hidden')
    conversion.note([...path, 'hidden'], 'nobody sees it: the form decides its value, which is sent');
  const field: Json = {
    type: 'hidden',
    key: conversion.fieldKey(textOf(json.key), scope, path, plainText(textOf(label))),
    label: plainText(textOf(label)) || textOf(json.key),
    input: true,
    ...(calculateValue ? { calculateValue: parsedLogic(calculateValue) } : start && { defaultValue: start }),
    ...(isJson(conditional) && { conditional }),
    ...(json.customDefaultValue ? { customDefaultValue: json.customDefaultValue } : {}),
    ...scriptsOf(json),
  };
  return conversion.made(field, path);
}

const masked: Value = (field, { source: { json, path }, conversion }) => {
  const mask = textOf(json.inputMask);
  delete field.inputMask;
  delete field.mask;
  if (mask === '') return [field];
  const pattern = field.type === 'phoneNumber' ? undefined : maskPattern(mask);
  const checks = isJson(field.validate) ? field.validate : {};
  if (pattern && !checks.pattern) {
    field.validate = { ...checks, pattern };
    conversion.note([...path, 'inputMask'], `the mask ${mask} is the pattern ${pattern}`);
  } else {
    const why = checks.pattern ? 'the field has a pattern already' : 'what people type is checked otherwise';
    conversion.note([...path, 'inputMask'], `the mask ${mask} is left out: ${why}`);
  }
  return [field];
};

const number: Value = (field, { source: { json }, conversion, source: { path } }) => {
  const { step, integer, ...checks } = isJson(field.validate) ? field.validate : {};
  field.validate = checks;
  if (step === undefined || step === 'any' || step === '') delete field.step;
  else if (Number(step) !== 1)
    conversion.refuse([...path, 'validate', 'step'], 'steps are refused: use decimalLimit');
  if (field.type === 'number' && (integer || Number(step) === 1)) field.decimalLimit = 0;
  if (typeof json.decimalLimit === 'string') field.decimalLimit = Number(json.decimalLimit) || undefined;
  if (typeof json.defaultValue === 'string' && json.defaultValue.trim() !== '')
    field.defaultValue = Number(json.defaultValue);
  delete field.mask;
  return [field];
};

/** Its code in capitals ("nok" is NOK, ISO 4217); a sign such as "kr." stays. */
const currencyOf = (written: string): string =>
  /^[a-z]{3}$/i.test(written) ? written.toUpperCase() : written;

/** "Norwegian Krone (NOK)"; what is no currency that Unicode knows stays alone. */
function nameOfCurrency(code: string): string {
  const known = Intl.supportedValuesOf('currency').includes(code);
  return known ? `${new Intl.DisplayNames('en', { type: 'currency' }).of(code)} (${code})` : code;
}

const currency: Value = (field, context) => {
  const { source, conversion } = context;
  number(field, context);
  delete field.decimalLimit;
  const currency = currencyOf(textOf(field.currency));
  if (currency !== '' && currency !== 'EUR') {
    conversion.note(
      [...source.path, 'currency'],
      `an amount in ${nameOfCurrency(currency)} is a number: the portal counts in euros`,
    );
    delete field.currency;
    return [
      Object.assign(field, {
        type: 'number',
        decimalLimit: 2,
        label: `${textOf(field.label)} (${currency})`,
      }),
    ];
  }
  if (currency === '') conversion.note([...source.path, 'currency'], 'amounts are in euros');
  field.currency = 'EUR';
  return [field];
};

const day: Value = (field, { source: { json, path }, conversion }) => {
  const parts = isJson(json.fields) ? Object.values(json.fields).filter(isJson) : [];
  if (!parts.some((part) => part.hide === true)) delete field.fields;
  if (parts.some((part) => part.required === true)) {
    field.validate = { ...(isJson(field.validate) ? field.validate : {}), required: true };
    conversion.note([...path, 'fields'], 'a day is required as a whole');
  }
  if (!/^\d\d\/\d\d\/[1-9]\d{3}$/.test(textOf(field.defaultValue))) delete field.defaultValue;
  for (const name of ['minDate', 'maxDate']) field[name] = dayLimitOf(json[name]);
  return [field];
};

const datetime: Value = (field, context) => {
  const { source, conversion } = context;
  const { json, path } = source;
  if (textOf(json.defaultValue)) conversion.note([...path, 'defaultValue'], 'a date is not filled in');
  const limits = isJson(json.datePicker) ? json.datePicker : {};
  const shown = shownBy(textOf(json.format));
  const isDated = json.enableDate !== false;
  const isTimed = json.enableTime !== false;
  const enableDate = isDated && (shown.date || !isTimed);
  const enableTime = isTimed && (shown.time || !isDated);
  const rest: Json = { ...field, enableDate, enableTime };
  if (isTimed && !enableTime)
    conversion.note([...path, 'format'], 'its format has no time: people enter a date');
  if (isDated && !enableDate)
    conversion.note([...path, 'format'], 'its format has no date: people enter a time of the day');
  delete rest.defaultValue;
  delete rest.customOptions;
  for (const name of ['enableMinDateInput', 'enableMaxDateInput']) delete rest[name];
  if (rest.enableDate === false) {
    conversion.note(path, 'a time without a date is a textfield with the check "time"');
    const { enableDate: _, enableTime: __, datePicker: ___, widget: ____, ...time } = rest;
    const properties = { ...(isJson(time.properties) && time.properties), check: 'time' };
    return [conversion.made({ ...time, type: 'textfield', properties }, path)];
  }
  if (!limits.minDate && !limits.maxDate) return [conversion.made(rest, path)];
  const found = { minDate: dayLimitOf(limits.minDate), maxDate: dayLimitOf(limits.maxDate) };
  const { datePicker, widget: _, ...others } = rest;
  if (others.enableTime !== false) {
    conversion.note([...path, 'datePicker'], 'the limits count by days');
    const { minDate: __, maxDate: ___, ...picker } = datePicker as Json;
    return [conversion.made({ ...others, datePicker: picker, ...found }, path)];
  }
  conversion.note(path, 'a date with limits is of the type day');
  const { enableDate: __, enableTime: ___, ...day } = others;
  return [conversion.made({ ...day, type: 'day', ...found }, path)];
};

/** `2026-01-31T12:00:00+01:00` as a day; `moment()…` stays for the form's check. */
const dayLimitOf = (value: unknown): string | undefined =>
  textOf(value) === '' ? undefined : textOf(value).replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1');

const checkbox: Value = (field) => {
  if (typeof field.defaultValue === 'string') field.defaultValue = field.defaultValue === 'true';
  return [field];
};

const file: Value = (field, { source: { json, path }, conversion }) => {
  const { pattern, note } = fileKinds(textOf(json.filePattern));
  if (note) conversion.note([...path, 'filePattern'], note);
  const size = textOf(json.fileMaxSize);
  const isHuge = size === '' || /^\d+ ?GB$/i.test(size);
  if (isHuge) conversion.note([...path, 'fileMaxSize'], 'a file has at most 10MB');
  const { defaultValue: _, url: __, ...rest } = field;
  const result: Json = {
    ...rest,
    multiple: json.multiple === true,
    filePattern: pattern,
    fileMaxSize: isHuge ? '10MB' : size,
  };
  return [conversion.made(result, path)];
};

export const grid: Value = (field, { source: { json, path }, inner, conversion }) => {
  const key = textOf(field.key);
  const components = inner(sourcesIn(json.components, [...path, 'components']), {
    prefix: `${textOf(json.key)}.`,
    grid: key,
  });
  const { defaultValue: _, ...rest } = field;
  const addAnother = plainText(textOf(json.addAnother)) || ADD_ENTRY;
  const rowLabel = plainText(textOf(json.rowLabel)) || ENTRY;
  const group: Json = { ...rest, components, addAnother, rowLabel };
  const checks = isJson(field.validate) ? field.validate : {};
  if (beginsWithRow(json) && !checks.required && !checks.minLength && asks(group)) {
    group.validate = { ...checks, required: true };
    conversion.note(path, 'Form.io begins with an entry that has to be filled in: at least one is required');
  }
  return [conversion.made(group, path)];
};

/** True of a group to which Form.io gives a first row, so that what its rows require is required at least once. */
const beginsWithRow = ({ type, initEmpty, noFirstRow, rowLabel }: Json): boolean =>
  // Only forms of the portal, whose groups begin empty, name their rows.
  typeName(textOf(type)) === 'datagrid' && !initEmpty && !noFirstRow && rowLabel === undefined;

/** True if something in a component is always required, whatever is answered. */
const asks = (component: Json): boolean =>
  [...jsonList(component.components), ...jsonList(component.columns)].some(
    (inner) =>
      !isConditional(inner) && ((isJson(inner.validate) && inner.validate.required === true) || asks(inner)),
  );

const values: Readonly<Record<string, Value>> = {
  textfield: masked,
  email: masked,
  phoneNumber: masked,
  textarea: masked,
  number,
  currency,
  day,
  datetime,
  select: choice,
  radio: choice,
  selectboxes: choice,
  checkbox,
  file,
  datagrid: grid,
  editgrid: grid,
};
