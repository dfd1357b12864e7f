import { navTexts } from './built-in-texts.ts';
import type { Composite } from './composites.ts';
import { isJson, type Json, textOf } from './conversion.ts';
import { group } from './group.ts';
import { plainText } from './html.ts';
import type { Context } from './value.ts';
import { convertValue } from './values.ts';

type Texts = { de: string; en: string };
type Part = { name: string; type: string; label: Texts | string; more?: Json };

/**
 * Parts of a component that has them in its own data in Form.io (`key.name`), as fields here. Conditions of the form
 * may name each.
 */
function parts({ source, scope, inner, conversion }: Context, list: readonly Part[]): Json[] {
  const key = textOf(source.json.key);
  // The product keeps the parts of a component that is hidden as something empty.
  conversion.containers.set(scope.prefix + key, null);
  return list.flatMap(({ name, type, label, more }) => {
    const text = typeof label === 'string' ? label : conversion.say(label);
    const json = { type, key: `${key}_${name}`, label: text, input: true, ...more };
    const made = convertValue(type, { source: { json, path: source.path }, scope, inner, conversion });
    conversion.alsoKnownAs(`${scope.prefix}${key}.${name}`, `${scope.prefix}${key}_${name}`);
    return made;
  });
}

const isRequired = ({ validate }: Json): boolean => isJson(validate) && validate.required === true;

const yesNo = (context: Context): Json[] => [
  { value: 'ja', label: context.conversion.say(navTexts.yes) },
  { value: 'nei', label: context.conversion.say(navTexts.no) },
];

/** The label that a form has given to one question of a component. */
const ownLabel = ({ customLabels }: Json, name: string): string =>
  isJson(customLabels) ? plainText(textOf(customLabels[name])) : '';

/** A number of the Norwegian register, or the date of birth of who has none. */
export const identity: Composite = (context) => {
  const { source, scope, conversion } = context;
  const { json, path } = source;
  const key = textOf(json.key);
  const validate = { required: isRequired(json) };
  const has = `${scope.prefix}${key}_harDuFodselsnummer`;
  conversion.note(path, `the identity "${key}" is asked for in its parts; check digits are not checked`);
  const fields = parts(context, [
    {
      name: 'harDuFodselsnummer',
      type: 'radio',
      label: ownLabel(json, 'doYouHaveIdentityNumber') || navTexts.hasNumber,
      more: { values: yesNo(context), validate },
    },
    {
      name: 'identitetsnummer',
      type: 'textfield',
      label: navTexts.number,
      more: { conditional: { show: true, when: has, eq: 'ja' }, validate },
    },
    {
      name: 'fodselsdato',
      type: 'day',
      label: navTexts.birthdate,
      more: { conditional: { show: true, when: has, eq: 'nei' }, validate, maxDate: 'moment()' },
    },
  ]);
  return group(source, fields, conversion);
};

const ADDRESS_TYPES = new Set(['NORWEGIAN_ADDRESS', 'POST_OFFICE_BOX', 'FOREIGN_ADDRESS']);

/** An address in Norway or elsewhere, which the person chooses unless the form names one kind. */
export const navAddress: Composite = (context) => {
  const { source, scope, conversion } = context;
  const { json, path } = source;
  const key = textOf(json.key);
  const kind = ADDRESS_TYPES.has(textOf(json.addressType)) ? textOf(json.addressType) : undefined;
  conversion.note(
    path,
    `the address "${key}" is asked for in its parts; nothing is looked up, the country is a text`,
  );
  const validate = { required: isRequired(json) };
  const at = (name: string) => `${scope.prefix}${key}_${name}`;
  const isNorwegian = { component: at('borDuINorge'), operator: 'isEqual', value: 'ja' };
  const chosen = (value: string) => ({
    component: at('vegadresseEllerPostboksadresse'),
    operator: 'isEqual',
    value,
  });
  const shown = (...conditions: Json[]): Json =>
    kind ? {} : { conditional: { show: true, conjunction: 'any', conditions } };
  const isAbroad = { component: at('borDuINorge'), operator: 'isEqual', value: 'nei' };
  const [street, box] = [chosen('vegadresse'), chosen('postboksadresse')];
  const text = (name: string, label: Texts, on: Json[], kinds: string[], required: boolean): Part[] =>
    kind && !kinds.includes(kind)
      ? []
      : [
          {
            name,
            type: 'textfield',
            label,
            more: {
              ...shown(...on),
              validate: {
                required: required && validate.required,
                ...(neededInNorway[name] &&
                  !kind &&
                  validate.required && { json: unlessAbroad(neededInNorway[name]) }),
              },
              properties: { charset: 'B' },
            },
          },
        ];
  // Abroad, not every place has a postcode.
  const neededInNorway: Record<string, Texts> = {
    postnummer: navTexts.postcodeMissing,
    bySted: navTexts.placeMissing,
  };
  const root = scope.grid === '' ? `data.${scope.prefix}` : 'row.';
  const unlessAbroad = (message: Texts): Json => ({
    if: [
      { or: [{ '===': [{ var: `${root}${key}_borDuINorge` }, 'nei'] }, { var: 'value' }] },
      true,
      conversion.say(message),
    ],
  });
  const isForeign = kind === 'FOREIGN_ADDRESS';
  const choices: Part[] = kind
    ? []
    : [
        {
          name: 'borDuINorge',
          type: 'radio',
          label: ownLabel(json, 'livesInNorway') || navTexts.livesInNorway,
          more: { values: yesNo(context), validate },
        },
        {
          name: 'vegadresseEllerPostboksadresse',
          type: 'radio',
          label: navTexts.streetOrBox,
          more: {
            values: [
              { value: 'vegadresse', label: conversion.say(navTexts.streetAddress) },
              { value: 'postboksadresse', label: conversion.say(navTexts.boxAddress) },
            ],
            validate,
            conditional: { show: true, conjunction: 'all', conditions: [isNorwegian] },
          },
        },
      ];
  const all = [...ADDRESS_TYPES];
  const fields = parts(context, [
    ...choices,
    ...text('co', navTexts.careOf, [street, box, isAbroad], all, false),
    ...text('adresse', navTexts.street, [street, isAbroad], ['NORWEGIAN_ADDRESS', 'FOREIGN_ADDRESS'], true),
    ...text('postboks', navTexts.box, [box], ['POST_OFFICE_BOX'], true),
    ...text('bygning', navTexts.building, [isAbroad], ['FOREIGN_ADDRESS'], false),
    ...text('postnummer', navTexts.postcode, [street, box, isAbroad], all, kind !== undefined && !isForeign),
    ...text('bySted', navTexts.place, [street, box, isAbroad], all, kind !== undefined && !isForeign),
    ...text('region', navTexts.region, [isAbroad], ['FOREIGN_ADDRESS'], false),
    ...text('land', navTexts.country, [isAbroad], ['FOREIGN_ADDRESS'], true),
  ]);
  return group(source, fields, conversion);
};
