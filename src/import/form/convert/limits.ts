import type { JsonPath } from '#forms/schema/types.ts';
import { limitTexts } from './built-in-texts.ts';
import { type Conversion, isJson, type Json, textOf } from './conversion.ts';

/** Checks the number of words by a pattern, which the portal and Form.io read alike; its message names the limits. */
export function convertWords(field: Json, checks: Json, path: JsonPath, conversion: Conversion): void {
  const fewest = Number(checks.minWords) || 0;
  const most = Number(checks.maxWords) || 0;
  delete checks.minWords;
  delete checks.maxWords;
  if (fewest <= 0 && most <= 0) return;
  // A word takes everything up to the next space, so that no text has two readings that would be tried in turn.
  const words = `\\s*(\\S+(\\s+|$)){${Math.max(fewest, 0)},${most > 0 ? most : ''}}`;
  const pattern = textOf(checks.pattern);
  checks.pattern = pattern ? `(?=${words}$)${pattern}` : words;
  const own = isJson(field.errors) ? field.errors : {};
  if (!pattern && !own.pattern) field.errors = { ...own, pattern: conversion.say(wordsText(fewest, most)) };
  conversion.note([...path, 'validate'], 'the number of words is checked by a pattern');
}

function wordsText(fewest: number, most: number) {
  if (fewest > 0 && most > 0) return limitTexts.words(fewest, most);
  return fewest > 0 ? limitTexts.fewestWords(fewest) : limitTexts.mostWords(most);
}

/**
 * Checks the number of choices by JSONLogic. As in Form.io, a field without a choice passes. A field that has such a
 * check already keeps its limits, which the form's check then refuses.
 * @param name the field as JSONLogic reads it: `data.key`, `row.key`
 */
export function convertCounts(field: Json, name: string, path: JsonPath, conversion: Conversion): void {
  const { minSelectedCount, maxSelectedCount, ...checks } = isJson(field.validate) ? field.validate : {};
  const fewest = Number(minSelectedCount) || 0;
  const most = Number(maxSelectedCount) || 0;
  const { minSelectedCountMessage, maxSelectedCountMessage } = field;
  delete field.minSelectedCountMessage;
  delete field.maxSelectedCountMessage;
  if ((fewest <= 0 && most <= 0) || checks.json) return;
  const options = Array.isArray(field.values) ? field.values.filter(isJson) : [];
  const chosen = { '+': options.map(({ value }) => ({ if: [{ var: `${name}.${value}` }, 1, 0] })) };
  const branches: unknown[] = [{ '==': [chosen, 0] }, true];
  if (fewest > 0)
    branches.push(
      { '<': [chosen, fewest] },
      textOf(minSelectedCountMessage) || conversion.say(limitTexts.fewestChoices(fewest)),
    );
  if (most > 0)
    branches.push(
      { '>': [chosen, most] },
      textOf(maxSelectedCountMessage) || conversion.say(limitTexts.mostChoices(most)),
    );
  field.validate = { ...checks, json: { if: [...branches, true] } };
  conversion.note([...path, 'validate'], 'the number of choices is checked by JSONLogic');
}
