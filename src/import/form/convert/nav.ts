import { attachmentTexts, documentLabel, navTexts } from './built-in-texts.ts';
import type { Composite } from './composites.ts';
import { isJson, type Json, jsonList, type Source, textOf } from './conversion.ts';
import { countries } from './countries.ts';
import { convertField, wordsOf } from './field.ts';
import { group } from './group.ts';
import { plainText } from './html.ts';
import { identity, navAddress } from './nav-person.ts';
import { convertValue } from './values.ts';

/** A year of four digits. */
const year: Composite = (context) => {
  const { json, path } = context.source;
  const { minYear, maxYear, ...checks } = isJson(json.validate) ? json.validate : {};
  const validate = { ...checks, min: Number(minYear) || 1000, max: Number(maxYear) || 9999, step: 1 };
  return convertValue('number', { ...context, source: { json: { ...json, validate }, path } });
};

/** A text of month and year, which is never compared with today. */
const month: Composite = ({ source: { json, path }, scope, conversion }) => {
  const { fields: _, dayFirst: __, earliestAllowedDate, latestAllowedDate, ...rest } = json;
  const { minYear, maxYear, ...checks } = isJson(json.validate) ? json.validate : {};
  conversion.note(path, 'month and year are one text with a pattern');
  if ([minYear, maxYear, earliestAllowedDate, latestAllowedDate].some((limit) => hasText(limit)))
    conversion.note(path, 'limits of a month are left out');
  const field = {
    ...rest,
    validate: { ...checks, pattern: '(0?[1-9]|1[0-2])[.][0-9]{4}' },
    errors: { pattern: conversion.say(navTexts.month) },
  };
  return [convertField({ json: field, path }, 'textfield', scope, conversion)];
};

/** A day; limits are fixed days, days from today, or another day of the form. */
const datePicker: Composite = (context) => {
  const { json, path } = context.source;
  const {
    earliestAllowedDate,
    latestAllowedDate,
    specificEarliestAllowedDate,
    specificLatestAllowedDate,
    beforeDateInputKey,
    mayBeEqual,
    visArvelger: _,
    ...rest
  } = json;
  const other = textOf(beforeDateInputKey);
  if (other && mayBeEqual !== true)
    context.conversion.note(path, `the same day as in "${other}" is possible too`);
  const day = {
    ...rest,
    minDate: textOf(specificEarliestAllowedDate) || daysFromToday(earliestAllowedDate),
    maxDate: textOf(specificLatestAllowedDate) || daysFromToday(latestAllowedDate),
    ...(other && { properties: { ...(isJson(json.properties) && json.properties), notBefore: other } }),
  };
  return convertValue('day', { ...context, source: { json: day, path } }).map((field) =>
    context.conversion.namingLoosely(field),
  );
};

const hasText = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function daysFromToday(days: unknown): string | undefined {
  if (!hasText(days) || !Number.isInteger(Number(days))) return undefined;
  const amount = Number(days);
  return `moment().${amount < 0 ? 'subtract' : 'add'}(${Math.abs(amount)}, 'days')`;
}

/** A statement about a document, and its file if it is attached now. */
const attachment: Composite = (context) => {
  const { source, scope, conversion } = context;
  const { json, path } = source;
  const key = textOf(json.key);
  const choices = Object.entries(isJson(json.attachmentValues) ? json.attachmentValues : {});
  const enabled = choices.filter(([, choice]) => isJson(choice) && choice.enabled === true);
  const given = jsonList(json.values);
  const values =
    given.length > 0 ? given : enabled.map(([value]) => ({ value, label: attachmentLabel(value, context) }));
  const { attachmentValues: _, attachmentType: __, dataSrc: ___, properties: ____, ...rest } = json;
  const file = (more: Json): Source => ({
    json: { type: 'file', input: true, validate: { required: true }, ...more },
    path,
  });
  if (values.length === 0)
    return convertValue('file', { ...context, source: file({ ...rest, type: 'file', multiple: true }) });
  conversion.note(path, `the attachment "${key}" is a choice, and a file where it is attached now`);
  const document = file({
    key: `${key}_file`,
    label: documentLabel(plainText(textOf(json.label)) || wordsOf(key)),
    multiple: true,
    conditional: { show: true, when: `${scope.prefix}${key}`, eq: ATTACHED },
  });
  // The file is hidden with the choice: a hidden choice has no value.
  const radio: Source = { json: { ...rest, type: 'radio', values }, path };
  const [choice] = convertValue('radio', { ...context, source: radio });
  const has = (wanted: string) => values.some(({ value }) => value === wanted);
  const [upload] = has(ATTACHED) ? convertValue('file', { ...context, source: document }) : [];
  if (choice && upload && has(LATER)) {
    const row = scope.grid === '' ? '' : `${scope.grid}.`;
    upload.properties = { later: `${row}${textOf(choice.key)}.${LATER}` };
  }
  return [choice, upload].filter((component) => component !== undefined);
};

const ATTACHED = 'leggerVedNaa';
/** The answer that promises the document for after the sending. */
const LATER = 'ettersender';

function attachmentLabel(value: string, { conversion }: Parameters<Composite>[0]): string {
  const text = attachmentTexts[value];
  return text ? conversion.say(text) : wordsOf(value);
}

/** The first and last day on which an address is valid. */
const validity: Composite = (context) => {
  const { source, conversion } = context;
  const { json, path } = source;
  const key = textOf(json.key);
  const day = (name: string, label: string, more: Json) => ({
    json: { type: 'day', key: `${key}_${name}`, label, input: true, ...more },
    path,
  });
  const isRequired = isJson(json.validate) && json.validate.required === true;
  const from = day('from', conversion.say(navTexts.validFrom), { validate: { required: isRequired } });
  const until = day('until', conversion.say(navTexts.validUntil), {
    properties: { notBefore: `${context.scope.prefix}${key}_from` },
  });
  return group(
    source,
    [from, until].flatMap((part) => convertValue('day', { ...context, source: part })),
    conversion,
  );
};

/** A number of a foreign register, whose check digits the portal does not know. */
const registerNumber: Composite = ({ source, scope, conversion }) => {
  conversion.note(
    source.path,
    `the ${textOf(source.json.type)} is a textfield: its check digits are not checked`,
  );
  return [convertField(source, 'textfield', scope, conversion)];
};

/** A choice whose options the product loads from its own lists. */
const listed: Composite = (context) => {
  const { json, path } = context.source;
  return convertValue('select', { ...context, source: { json: { ...json, dataSrc: 'url' }, path } });
};

/** A country of the list of ISO, whose codes the product stores as well. */
const country: Composite = (context) => {
  const { json, path } = context.source;
  const { conversion } = context;
  conversion.note(path, 'the countries are options of the form, with their names in German and English');
  const values = countries().map(({ code, name }) => ({ value: code, label: conversion.say(name) }));
  const select = { ...json, dataSrc: 'values', data: { values } };
  return convertValue('select', { ...context, source: { json: select, path } });
};

/** Each part that can be opened is a heading with its text. */
const accordion: Composite = ({ source: { json, path }, inner, conversion }) => {
  const { accordionValues, ...rest } = json;
  const parts = jsonList(accordionValues).map(
    ({ title, content }) => `<h3>${textOf(title)}</h3>${textOf(content)}`,
  );
  conversion.note(path, 'what can be opened is shown as text');
  return inner([{ json: { ...rest, type: 'content', html: parts.join('') }, path }]);
};

/** Components that only the forms of Norway's labour and welfare administration have, by type. */
export const navComposites: Readonly<Record<string, Composite>> = {
  year,
  monthPicker: month,
  navDatepicker: datePicker,
  attachment,
  addressValidity: validity,
  fnrfield: registerNumber,
  orgNr: registerNumber,
  bankAccount: registerNumber,
  identity,
  navAddress,
  landvelger: country,
  valutavelger: listed,
  areaCode: listed,
  accordion,
};
