import { type Conversion, isJson, type Json, type Source, textOf } from './conversion.ts';
import { plainText } from './html.ts';
import { scriptsOf } from './scripts.ts';

/** A fieldset of what one component has become, with its condition. */
export function group({ json, path }: Source, components: Json[], conversion: Conversion): Json[] {
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
