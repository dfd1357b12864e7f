import { type Conversion, isJson, type Json, type Source, textOf } from './conversion.ts';
import { plainText } from './html.ts';
import { introduced } from './introduction.ts';
import { scriptsOf } from './scripts.ts';

/** A fieldset of what one component has become, with its condition. */
export function group(source: Source, inside: Json[], conversion: Conversion): Json[] {
  const { json, path } = source;
  const components = introduced(source, inside, conversion);
  if (components.length === 0) return [];
  const label = plainText(textOf(json.label)) || textOf(json.key);
  const fieldset: Json = {
    type: 'fieldset',
    key: conversion.freshKey(textOf(json.key)),
    label,
    legend: label,
    components,
    ...(isJson(json.conditional) && { conditional: json.conditional }),
    ...scriptsOf(json),
  };
  return [conversion.made(fieldset, path)];
}
