import { withCalendar } from './calendar.ts';
import { composites } from './composites.ts';
import { isConditional } from './conditional.ts';
import {
  type Conversion,
  isJson,
  type Json,
  type Scope,
  type Source,
  sourcesIn,
  textOf,
} from './conversion.ts';
import { formHtml, htmlRefusal, losesTags, plainText } from './html.ts';
import { introduced } from './introduction.ts';
import { type Inner, layouts } from './layouts.ts';
import { navComposites } from './nav.ts';
import { scriptsOf } from './scripts.ts';
import { several, takesSeveral } from './several.ts';
import { typeName } from './type-names.ts';
import type { Context } from './value.ts';
import { convertValue } from './values.ts';

/**
 * Converts components of an export, in their order: one may become several or none. A component that cannot be
 * converted stays unchanged, so that the form's check refuses it with its reason.
 */
export const convertAll = (sources: Source[], scope: Scope, conversion: Conversion): Json[] =>
  sources.flatMap((source) => convert(source, scope, conversion));

function convert(given: Source, scope: Scope, conversion: Conversion): Json[] {
  const source = withoutOutweighed(given, conversion);
  const { json, path } = source;
  const type = typeName(textOf(json.type));
  if (json.hidden === true && (type in layouts || type === 'container' || NEVER_SEEN.has(type)))
    return neverSeen(source, conversion);
  const inner: Inner = (sources, innerScope = scope) => convertAll(sources, innerScope, conversion);
  switch (type) {
    case 'button':
      return withoutButton(source, conversion);
    case 'recaptcha':
      conversion.note(path, 'left out: the portal protects itself');
      return [];
    case 'image':
      conversion.note(path, 'left out: pictures are not shown');
      return [];
    case 'content':
    case 'htmlelement':
      return htmlContent(source, conversion);
    case 'container':
      return container(source, scope, inner, conversion);
    default: {
      const context: Context = { source, scope, inner, conversion };
      if (json.hidden === true && OF_MANY.has(type) && !isDecided(json)) return neverSeen(source, conversion);
      const dated = withCalendar(source, type);
      if (dated) return convertValue(dated.type, { ...context, source: dated.source });
      if (takesSeveral(type, json, scope.grid)) return several(type, context);
      const layout = layouts[type];
      const composite = composites[type] ?? navComposites[type];
      if (layout) return layout(source, inner, conversion);
      return composite ? composite(context) : convertValue(type, context);
    }
  }
}

/** In Form.io a condition outweighs `hidden`. */
function withoutOutweighed(source: Source, conversion: Conversion): Source {
  const { json, path } = source;
  if (json.hidden !== true || !isConditional(json)) return source;
  conversion.note([...path, 'hidden'], 'the condition decides, as in Form.io');
  return { json: { ...json, hidden: false }, path };
}

const NEVER_SEEN = new Set(['content', 'htmlelement', 'button']);
/** Components whose value is more than a text. If hidden, they have no value unless the form sets it. */
const OF_MANY = new Set(
  'selectboxes file datagrid editgrid survey address datamap tags signature attachment addressValidity'.split(
    ' ',
  ),
);

/** True if the form itself may give the component a value, or its logic may show it. */
const isDecided = (json: Json): boolean =>
  ['calculateValue', 'customDefaultValue', 'logic'].some((name) =>
    Array.isArray(json[name]) ? json[name].length > 0 : Boolean(json[name]),
  );

function neverSeen({ path }: Source, conversion: Conversion): Json[] {
  conversion.note(path, 'left out: it is always hidden');
  return [];
}

/** Drops buttons for sending and clearing: the portal has its own. A button that runs something else is a problem. */
function withoutButton({ json, path }: Source, conversion: Conversion): Json[] {
  const action = textOf(json.action) || 'submit';
  if (action === 'custom' || textOf(json.custom)) {
    conversion.refuse(path, 'a button that runs a script is refused: leave it out');
  } else {
    conversion.note(
      path,
      `the button "${plainText(textOf(json.label))}" is left out: the portal has its own`,
    );
  }
  return [];
}

function htmlContent({ json, path }: Source, conversion: Conversion): Json[] {
  const isHeading = textOf(json.type) === 'simpleheading' || /^h[1-6]$/i.test(textOf(json.tag));
  const source = textOf(json.html) || textOf(json.content);
  const html = formHtml(isHeading && source ? `<h3>${source}</h3>` : source);
  const refusal = htmlRefusal(source);
  if (refusal) conversion.refuse(path, refusal);
  if (losesTags(source)) conversion.note(path, 'pictures, tables and lines of the text are left out');
  if (html === '') {
    conversion.note(path, 'left out: it has no text');
    return [];
  }
  const content: Json = {
    type: 'content',
    key: conversion.freshKey(textOf(json.key) || 'text'),
    label: plainText(textOf(json.label)) || 'Text',
    html,
    ...(isJson(json.conditional) && { conditional: json.conditional }),
    ...scriptsOf(json),
  };
  return [conversion.made(content, path)];
}

/** The answers in a container stand among the others, under their own names. */
function container(source: Source, scope: Scope, inner: Inner, conversion: Conversion): Json[] {
  const { json, path } = source;
  const key = textOf(json.key);
  conversion.containers.set(scope.prefix + key, path);
  const inside = inner(sourcesIn(json.components, [...path, 'components']), {
    ...scope,
    prefix: `${scope.prefix}${key}.`,
  });
  const components = introduced(source, inside, conversion);
  if (components.length === 0) return [];
  conversion.note(
    path,
    `the container "${key}" is a group of fields; the answers are stored by their own keys`,
  );
  const label = plainText(textOf(json.label));
  const base = { key: conversion.freshKey(key || 'container'), label: label || key, ...layoutParts(json) };
  const layout: Json =
    json.hideLabel === true || label === ''
      ? { ...base, type: 'columns', columns: [{ width: 12, components }] }
      : { ...base, type: 'fieldset', legend: label, components };
  return [conversion.made(layout, path)];
}

const layoutParts = (json: Json): Json => ({
  ...(isJson(json.conditional) && { conditional: json.conditional }),
  ...scriptsOf(json),
});
