import { isField, optionsOf } from '#forms/components.ts';
import { namesRead } from '#forms/names-read.ts';
import type { Component, FieldComponent, FormData, FormValue, GridComponent } from '#forms/types.ts';
import { candidates } from './answers.ts';

/** Names that the condition, calculation and validation of a component read, as paths of the form. */
export function namesIn(component: Component, grid: GridComponent | null): string[] {
  const { conditional } = component;
  const rules: unknown[] = [];
  const names: string[] = [];
  if (conditional) {
    if ('json' in conditional) rules.push(conditional.json);
    else if ('when' in conditional) names.push(conditional.when);
    else names.push(...conditional.conditions.map((term) => term.component));
  }
  if (isField(component)) {
    rules.push(component.calculateValue, component.validate?.json);
    const { notBefore, notAfter } = component.properties ?? {};
    names.push(...[notBefore, notAfter].filter((name) => name !== undefined));
  }
  for (const name of rules.flatMap((rule) => [...namesRead(rule)])) {
    if (name.startsWith('data.')) names.push(name.slice(5));
    else if (name.startsWith('row.')) names.push(grid ? `${grid.key}.${name.slice(4)}` : name.slice(4));
  }
  return names;
}

/** Texts and numbers in conditions and rules: answers that make a difference. */
export function literalsIn(component: Component): (string | number)[] {
  const inside = (value: unknown): (string | number)[] => {
    if (typeof value === 'string' || typeof value === 'number') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, one]) => (key === 'var' ? [] : inside(one)));
  };
  const { conditional } = component;
  const rules = isField(component) ? [component.calculateValue, component.validate?.json] : [];
  return [conditional, ...rules].flatMap(inside);
}

/**
 * Returns answers to a field that may make a difference: none, an ordinary one, and what rules compare it with.
 * @param literals texts and numbers of the rules
 * @param most sets of choices that are wanted; one more says that there are too many
 */
export function decidingAnswers(
  field: FieldComponent,
  literals: readonly (string | number)[],
  most: number,
): FormValue[] {
  switch (field.type) {
    case 'checkbox':
      return [true, false];
    case 'radio':
    case 'select':
      return [undefined, ...(optionsOf(field) ?? []).map(({ value }) => value)];
    case 'selectboxes': {
      const values = (optionsOf(field) ?? []).map(({ value }) => value);
      return values.reduce<FormData[]>(
        (sets, value) =>
          sets.length > most ? sets : sets.flatMap((set) => [set, { ...set, [value]: true }]),
        [{}],
      );
    }
    case 'number':
    case 'currency': {
      const numbers = literals.filter((one) => typeof one === 'number');
      return unique([
        undefined,
        ...candidates(field, 'least'),
        ...numbers.flatMap((one) => [one - 1, one, one + 1]),
      ]);
    }
    case 'day':
    case 'datetime': {
      const days = candidates(field, 'least');
      return unique([undefined, days[0], days.at(-1), days.at(-2), ...ages(field, literals)]);
    }
    case 'hidden':
      return [undefined];
    case 'file':
      return [undefined, ...candidates(field, 'least')];
    case 'datagrid':
    case 'editgrid':
      return [undefined];
    default: {
      const texts = literals.filter((one) => typeof one === 'string');
      return unique([undefined, candidates(field, 'least')[0], ...texts]);
    }
  }
}

/** Births whose age lies around the numbers that a rule names. */
function ages(field: FieldComponent, literals: readonly (string | number)[]): FormValue[] {
  if (field.type !== 'day') return [];
  const now = new Date();
  return literals.flatMap((years) => {
    if (typeof years !== 'number' || years < 1 || years > 120) return [];
    return [-1, 1].map((days) => {
      const born = new Date(
        Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days),
      );
      const [year, month, day] = born.toISOString().slice(0, 10).split('-');
      return `${month}/${day}/${year}`;
    });
  });
}

const unique = (values: FormValue[]): FormValue[] => [...new Set(values)];
