import { childrenOf, isField } from '#forms/components.ts';
import { checksWithValue, dateChecks, textChecks } from '#forms/rules/check-names.ts';
import { componentSchemas } from '#forms/schema/components.ts';
import { conditionOperators } from '#forms/schema/parts.ts';
import type { Component, FormDefinition } from '#forms/types.ts';

/**
 * Every component type of the subset, each validator that it accepts (`textfield.validate.pattern`), each property of
 * its own (`day.minDate`), each operator of a condition (`isEmpty`) and each named check (`check.iban`). They come from
 * the schema, which includes a new one automatically.
 */
export const everyPart = (): string[] => [
  ...componentSchemas.flatMap(({ shape }) => {
    const type = shape.type.value;
    const properties = Object.keys(shape).filter((name) => !WITHOUT_RULE.has(name));
    const validators = 'validate' in shape ? Object.keys(shape.validate.unwrap().shape) : [];
    return [
      type,
      ...properties.map((name) => `${type}.${name}`),
      ...validators.map((name) => `${type}.validate.${name}`),
    ];
  }),
  ...conditionOperators,
  ...[...textChecks, ...dateChecks, ...checksWithValue].map((name) => `check.${name}`),
];

/** Properties for people, for the screen or for the account; the rules do not read them. */
const WITHOUT_RULE = new Set(
  'key label description type input properties validate disabled title legend html rows rowLabel rowNamedBy addAnother delimiter'.split(
    ' ',
  ),
);

/** The parts of one form, each as often as it occurs there. */
export function partsOf(form: FormDefinition): string[] {
  return form.components.flatMap(partsOfComponent);
}

function partsOfComponent(component: Component): string[] {
  const { type, conditional, properties } = component;
  const names = Object.entries(component).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const validators = isField(component) ? Object.keys(component.validate ?? {}) : [];
  return [
    type,
    ...names.map((name) => `${type}.${name}`),
    ...validators.map((name) => `${type}.validate.${name}`),
    ...(properties?.check ? [`check.${properties.check}`] : []),
    ...checksWithValue.filter((name) => properties?.[name] !== undefined).map((name) => `check.${name}`),
    ...(conditional && 'conditions' in conditional
      ? conditional.conditions.map(({ operator }) => operator)
      : []),
    ...childrenOf(component).flatMap(partsOfComponent),
  ];
}
