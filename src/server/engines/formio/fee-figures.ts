import jsonLogic, { type RulesLogic } from 'json-logic-js';
import type { FeeFigures } from '#contract/shapes.ts';
import { childrenOf, fieldIndex, fieldsOf, isField, isObject, rulesOf } from '#forms/components.ts';
import { namesRead } from '#forms/names-read.ts';
import type { Component, FormData, FormDefinition, FormValue, JsonLogic } from '#forms/types.ts';
import { figuresOf, isFee } from '#server/content/forms/amounts.ts';

const MAX_CASES = 10_000;

type Charged = { cents: number; data: FormData };

/**
 * Returns the possible amounts of a fee before anything is filled in, computed with the rule that charges it: the
 * rule is applied to every combination of answers that its questions allow. Undefined when they allow too many, as a
 * price or a date does.
 * @param centsOf cents of the rule's result, when that is something else; null when it is no fee
 * @param surcharges amounts that may be added, in cents
 */
export function feeFigures(
  rule: JsonLogic,
  form: FormDefinition,
  centsOf: (result: unknown) => unknown = (result) => result,
  surcharges: readonly number[] = [0],
): FeeFigures | undefined {
  const questions = [...namesRead(rule)]
    .map((name) => name.replace(/^data\./, ''))
    .map((path) => ({ path, answers: answersTo(path, form) }));
  const cases = questions.reduce((count, { answers }) => count * (answers?.length ?? Number.NaN), 1);
  if (!(cases <= MAX_CASES)) return undefined;
  let data: FormData[] = [{}];
  for (const { path, answers = [] } of questions) {
    data = data.flatMap((one) => answers.map((answer) => withAnswer(one, path, answer)));
  }
  const fees = data.flatMap((one): Charged[] => {
    const cents = centsOf(jsonLogic.apply(rule as RulesLogic, { data: one }));
    return isFee(cents) ? [{ cents, data: one }] : [];
  });
  const [question] = questions;
  const isAlone = questions.length === 1 && surcharges.every((cents) => cents === 0);
  const each = isAlone && question ? eachOf(fees, question.path) : undefined;
  if (each !== undefined) return { kind: 'each', amount: each };
  return figuresOf(fees.flatMap(({ cents }) => surcharges.map((more) => cents + more)));
}

/** Returns the fee for one when the fee is a count times an amount; otherwise undefined. */
function eachOf(fees: Charged[], path: string): number | undefined {
  const counted = fees.flatMap(({ cents, data }) => {
    const count = data[path];
    return typeof count === 'number' && count > 0 ? [cents / count] : [];
  });
  const [each] = counted;
  return counted.length > 1 && counted.every((one) => one === each) && each ? each : undefined;
}

/** Returns all answers that a question allows, including no answer where it is optional; undefined for too many. */
function answersTo(path: string, form: FormDefinition): FormValue[] | undefined {
  const [key = '', option] = path.split('.');
  const field = fieldIndex(form).get(key);
  if (!field || field.calculateValue !== undefined) return undefined;
  const open = field.validate?.required === true && !isConditional(form.components, key) ? [] : [undefined];
  if (field.type === 'selectboxes') return option === undefined ? undefined : [true, undefined];
  if (field.type === 'checkbox') return [true, false];
  if (field.type === 'radio') return [...field.values.map(({ value }) => value), ...open];
  if (field.type === 'select') return [...field.data.values.map(({ value }) => value), ...open];
  const { min, max } = rulesOf(field);
  if (field.type !== 'number' || field.decimalLimit !== 0 || min === undefined || max === undefined) {
    return undefined;
  }
  if (!(max - min < MAX_CASES)) return undefined;
  return [...Array.from({ length: Math.floor(max - min) + 1 }, (_, index) => min + index), ...open];
}

/** Whether the question, or something around it, is shown only under a condition. */
export function isConditional(components: readonly Component[], key: string): boolean {
  return components.some((component) => {
    if (isField(component)) return component.key === key && component.conditional !== undefined;
    const inner = childrenOf(component);
    const around = component.conditional !== undefined && fieldsOf(inner).some((field) => field.key === key);
    return around || isConditional(inner, key);
  });
}

function withAnswer(data: FormData, path: string, answer: FormValue): FormData {
  const [key = '', option] = path.split('.');
  if (option === undefined) return { ...data, [key]: answer };
  const boxes = data[key];
  return { ...data, [key]: { ...(isObject(boxes) ? boxes : {}), [option]: answer } };
}
