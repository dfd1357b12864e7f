import { addressParts, SIGNATURE_WORTH } from './built-in-texts.ts';
import { choice } from './choice.ts';
import { isJson, type Json, type Source, sourcesIn, textOf } from './conversion.ts';
import { convertField } from './field.ts';
import { group } from './group.ts';
import { describingText } from './html.ts';
import { scriptsOf } from './scripts.ts';
import type { Context } from './value.ts';
import { grid } from './values.ts';

/** Converts one component of an export to others. */
export type Composite = (context: Context) => Json[];

/** A survey becomes one radio for each question. */
const survey: Composite = ({ source, scope, conversion }) => {
  const { json, path } = source;
  const key = textOf(json.key);
  const questions = sourcesIn(json.questions, [...path, 'questions']);
  conversion.note(path, `each question of "${key}" is a radio`);
  return group(
    source,
    questions.flatMap((question) => {
      const radio = {
        type: 'radio',
        key: `${key}_${textOf(question.json.value)}`,
        label: question.json.label,
        values: json.values,
        ...(isJson(json.validate) && { validate: json.validate }),
      };
      const field = convertField({ json: radio, path: question.path }, 'radio', scope, conversion);
      return choice(field, {
        source: { json: radio, path: question.path },
        scope,
        inner: () => [],
        conversion,
      });
    }),
    conversion,
  );
};

/** An address becomes a field for each part, without a look-up. */
const address: Composite = ({ source, scope, conversion }) => {
  const { json, path } = source;
  const key = textOf(json.key);
  conversion.note(path, `the address "${key}" is asked for in its parts; nothing is looked up elsewhere`);
  const isRequired = isJson(json.validate) && json.validate.required === true;
  const fields = addressParts.map(({ name, label, autocomplete, maxLength }) => {
    const part = {
      type: 'textfield',
      key: `${key}_${name}`,
      label,
      properties: { autocomplete, charset: 'B' },
      validate: { ...(isRequired && { required: true }), ...(maxLength && { maxLength }) },
    };
    return convertField({ json: part, path }, 'textfield', scope, conversion);
  });
  return group(source, fields, conversion);
};

/** Pairs of a name and a value are rows. */
const datamap: Composite = (context) => {
  const { json, path } = context.source;
  const { conversion } = context;
  conversion.note(path, `the map "${textOf(json.key)}" is a group of rows with two fields`);
  const value = isJson(json.valueComponent) ? json.valueComponent : {};
  const components = [
    { type: 'textfield', key: 'key', label: textOf(json.keyLabel) || 'Name', input: true },
    { label: 'Wert', type: 'textfield', input: true, ...value, key: 'value' },
  ];
  const {
    valueComponent: _,
    keyLabel: __,
    keyBeforeValue: ___,
    disableAddingRemovingRows: ____,
    ...rest
  } = json;
  const rows: Source = { json: { ...rest, type: 'datagrid', components }, path };
  const field = convertField(rows, 'datagrid', context.scope, conversion);
  return grid(field, { ...context, source: rows });
};

/** Tags become one text with commas, as Form.io stores it. */
const tags: Composite = (context) => {
  const { json, path } = context.source;
  context.conversion.note(path, `the list "${textOf(json.key)}" is one text`);
  const { delimeter: _, storeas: __, maxTags: ___, ...rest } = json;
  const text = Array.isArray(json.defaultValue) ? { defaultValue: json.defaultValue.join(', ') } : {};
  return [convertField({ json: { ...rest, ...text }, path }, 'textfield', context.scope, context.conversion)];
};

/** A text that a named check brings into one spelling. */
const checked =
  (check: string): Composite =>
  ({ source, scope, conversion }) => {
    const { json, path } = source;
    const properties = { ...(isJson(json.properties) && json.properties), check };
    const { format: _, dataFormat: __, inputMask: ___, mask: ____, ...rest } = json;
    conversion.note(path, `the ${textOf(json.type)} is a textfield with the check "${check}"`);
    return [convertField({ json: { ...rest, properties }, path }, 'textfield', scope, conversion)];
  };

/** A signature becomes a typed name, with a sentence about its legal value. */
const signature: Composite = ({ source, scope, conversion }) => {
  const { json, path } = source;
  const given = describingText(textOf(json.description));
  conversion.note(path, 'the signature is the typed name: a confirmation in text form');
  const field: Json = {
    type: 'textfield',
    key: json.key,
    label: json.label,
    description: given ? `${given} ${SIGNATURE_WORTH}` : SIGNATURE_WORTH,
    properties: { autocomplete: 'name', charset: 'A' },
    ...(isJson(json.conditional) && { conditional: json.conditional }),
    ...(isJson(json.validate) && { validate: json.validate }),
    ...scriptsOf(json),
  };
  return [convertField({ json: field, path }, 'textfield', scope, conversion)];
};

/** Components of Form.io that become others here, by type. */
export const composites: Readonly<Record<string, Composite>> = {
  survey,
  address,
  datamap,
  tags,
  signature,
  iban: checked('iban'),
  time: checked('time'),
  url: checked('webAddress'),
};
