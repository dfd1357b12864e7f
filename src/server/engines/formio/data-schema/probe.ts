import { isField, isGrid } from '#forms/components.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type {
  Component,
  ComponentOf,
  Evaluation,
  FieldComponent,
  FormData,
  FormDefinition,
  FormValue,
} from '#forms/types.ts';
import { decidingAnswers, literalsIn, namesIn } from './deciding.ts';
import { type Placed, placesOf } from './places.ts';

/** Combinations of answers that are looked at for one question. */
const MAX_CASES = 1_000;
/** Cases that are looked at for a whole form: some seconds. */
const MAX_LOOKS = 50_000;

/** Effects of some answers: whether a component is shown, has a value, and what is wrong. */
export type Case = {
  isShown(placed: Placed): boolean;
  valueOf(placed: Placed): FormValue;
  /** Whether the form refuses what a field has, or has not. */
  isRefused(placed: Placed): boolean;
};

/** Answers that are the same in all cases, null for none; other fields are answered only where they decide something. */
export type Given = Map<Placed, FormValue>;

/**
 * Tries a form out: in every combination of answers to the questions that decide whether components are shown, or whose
 * rules refer to them, with the rules of the form themselves. Rows are one row of their group.
 */
export function createProbe(form: FormDefinition) {
  const places = placesOf(form);
  const byName = new Map<string, Placed>();
  for (const placed of places) {
    if (isField(placed.component)) byName.set(nameOf(placed), placed);
  }
  const known = new Map<string, FormData[] | null>();
  let looks = 0;

  /** Fields that decide about components, in document order. */
  function controlsOf(components: readonly Placed[]): Placed[] {
    const found = new Set<Placed>();
    const look = (placed: Placed): void => {
      for (const one of [...placed.parents, placed]) {
        for (const name of namesIn(one.component, placed.grid)) {
          const control = fieldNamed(byName, name);
          if (!control || found.has(control) || isGrid(control.component)) continue;
          found.add(control);
          look(control);
        }
      }
    };
    for (const placed of components) look(placed);
    return [...found].sort((one, other) => one.order - other.order);
  }

  /** The form without everything that says nothing about these components. */
  function only(components: readonly Placed[]): FormDefinition {
    const wanted = new Set<Component>(
      components.flatMap((placed) => [...placed.parents, placed].map(({ component }) => component)),
    );
    const kept = (list: readonly Component[]): Component[] =>
      list.flatMap((component) => {
        if (!wanted.has(component)) return [];
        if (component.type === 'columns')
          return [
            {
              ...component,
              columns: component.columns.map((column) => ({
                ...column,
                components: kept(column.components),
              })),
            },
          ];
        return [
          'components' in component ? { ...component, components: kept(component.components) } : component,
        ] as Component[];
      });
    return { ...form, components: kept(form.components) as ComponentOf<'panel'>[] };
  }

  return {
    /**
     * Returns every case that the form lets happen; null when there are too many.
     * @param about the components that are asked about
     * @param given answers to fields, or undefined for none
     */
    cases(about: readonly Placed[], given: Given = new Map()): Case[] | null {
      const controls = controlsOf([...about, ...given.keys()]);
      const all = [...new Set([...about, ...given.keys(), ...controls])].sort(
        (one, other) => one.order - other.order,
      );
      const reduced = only(all);
      const literals = all
        .flatMap(({ parents, component }) => [...parents.map((parent) => parent.component), component])
        .flatMap(literalsIn);
      const key = JSON.stringify([
        all.map(({ order }) => order),
        [...given].map(([{ order }, value]) => [order, value]),
      ]);
      let data = known.get(key);
      if (data === undefined) {
        data = combined(
          all,
          controls.filter((control) => !given.has(control)),
          given,
          literals,
        );
        known.set(key, data);
      }
      looks += data?.length ?? 0;
      if (data === null || looks > MAX_LOOKS) return null;
      return data.flatMap((one) => {
        const evaluation = evaluate(reduced, one);
        const found = caseOf(evaluation);
        // The form does not accept what decides: this does not happen.
        return controls.some((control) => !given.has(control) && found.isRefused(control)) ? [] : [found];
      });
    },
  };
}
export type Probe = ReturnType<typeof createProbe>;

const nameOf = ({ component, grid }: Placed): string =>
  grid ? `${grid.key}.${component.key}` : component.key;
const pathOf = ({ component, grid }: Placed): string =>
  grid && grid !== component ? `${grid.key}[0].${component.key}` : component.key;

function caseOf({ data, hidden, errors }: Evaluation): Case {
  const refused = new Set(errors.map(({ path }) => path));
  return {
    isShown: (placed) =>
      !hidden.has(pathOf(placed)) &&
      !placed.parents.some(({ component }) => isGrid(component) && hidden.has(component.key)),
    valueOf: ({ component, grid }) => {
      if (!grid) return data[component.key];
      const rows = data[grid.key];
      return Array.isArray(rows) ? (rows[0] as FormData | undefined)?.[component.key] : undefined;
    },
    isRefused: (placed) => refused.has(pathOf(placed)),
  };
}

/** A field by its path, or by that of one of its options. */
const fieldNamed = (byName: Map<string, Placed>, name: string): Placed | undefined =>
  byName.get(name) ?? byName.get(name.replace(/\.[^.]+$/, ''));

/** Every combination of answers to the controls, with the given ones; null for too many. */
function combined(
  all: readonly Placed[],
  controls: readonly Placed[],
  given: Given,
  literals: readonly (string | number)[],
): FormData[] | null {
  const domains = controls.map((placed) => ({
    placed,
    answers: decidingAnswers(placed.component as FieldComponent, literals, MAX_CASES),
  }));
  if (domains.reduce((count, { answers }) => count * answers.length, 1) > MAX_CASES) return null;
  const grid = all.find((placed) => placed.grid !== null)?.grid;
  const base: FormData = grid ? { [grid.key]: [{}] } : {};
  let cases: FormData[] = [base];
  for (const [placed, value] of given) cases = cases.map((data) => withAnswer(data, placed, value));
  for (const { placed, answers } of domains)
    cases = cases.flatMap((data) => answers.map((value) => withAnswer(data, placed, value)));
  return cases;
}

function withAnswer(data: FormData, { component, grid }: Placed, value: FormValue): FormData {
  if (value === undefined) return data;
  if (!grid) return { ...data, [component.key]: value };
  const [row] = (data[grid.key] ?? [{}]) as FormData[];
  return { ...data, [grid.key]: [{ ...row, [component.key]: value }] };
}
