import {
  type Conversion,
  isJson,
  type Json,
  jsonList,
  type Scope,
  type Source,
  sourcesIn,
  textOf,
} from './conversion.ts';
import { plainText } from './html.ts';
import { introduced } from './introduction.ts';
import { scriptsOf } from './scripts.ts';

/** Converts inner components, in the same scope unless another one is given. */
export type Inner = (sources: Source[], scope?: Scope) => Json[];
type Layout = (source: Source, inner: Inner, conversion: Conversion) => Json[];

const within = ({ json, path }: Source): Source[] => sourcesIn(json.components, [...path, 'components']);

/** Properties that every layout component keeps: its condition, and scripts, which are refused at their place. */
function base({ json }: Source, fallback: string, conversion: Conversion): Json {
  return {
    key: conversion.freshKey(textOf(json.key) || fallback),
    label: titleOf(json) || fallback,
    ...(isJson(json.conditional) && { conditional: json.conditional }),
    ...scriptsOf(json),
  };
}

const titleOf = (json: Json): string =>
  plainText(textOf(json.legend)) || plainText(textOf(json.title)) || plainText(textOf(json.label));

/** A part with a heading; without one it is only a place. */
function section(source: Source, inside: Json[], conversion: Conversion): Json[] {
  const { json, path } = source;
  const components = introduced(source, inside, conversion);
  if (components.length === 0) {
    conversion.note(path, 'left out: there is nothing in it');
    return [];
  }
  const legend = json.hideLabel === true ? '' : titleOf(json);
  const part = base(source, textOf(json.type), conversion);
  const layout: Json = legend
    ? { ...part, type: 'fieldset', legend, components }
    : { ...part, type: 'columns', columns: [{ width: 12, components }] };
  return [conversion.made(layout, path)];
}

/** A part without a heading. */
function place(source: Source, components: Json[], conversion: Conversion): Json[] {
  return section({ ...source, json: { ...source.json, hideLabel: true } }, components, conversion);
}

const panel: Layout = (source, inner, conversion) => {
  conversion.note(source.path, `the panel "${titleOf(source.json)}" in a page is a fieldset`);
  return section(source, inner(within(source)), conversion);
};

const columns: Layout = (source, inner, conversion) => {
  const { json, path } = source;
  const all = jsonList(json.columns).map((column, index) => ({
    width: widthOf(column),
    components: inner(sourcesIn(column.components, [...path, 'columns', index, 'components'])),
  }));
  const filled = all.filter(({ components }) => components.length > 0);
  const [first, ...others] = filled;
  if (!first) {
    conversion.note(path, 'left out: there is nothing in it');
    return [];
  }
  const [text, ...rest] = introduced(source, first.components, conversion);
  const isIntroduced = text !== undefined && rest.length === first.components.length;
  const list = isIntroduced ? [{ width: 12, components: [text] }, first, ...others] : filled;
  return [conversion.made({ ...base(source, 'columns', conversion), type: 'columns', columns: list }, path)];
};

function widthOf({ currentWidth, width }: Json): number {
  const parts = Number(currentWidth || width) || 6;
  return Math.min(12, Math.max(1, Math.round(parts)));
}

const table: Layout = (source, inner, conversion) => {
  const { json, path } = source;
  const cells = (Array.isArray(json.rows) ? json.rows : []).flatMap((row, rowIndex) =>
    jsonList(row).flatMap((cell, index) =>
      sourcesIn(cell.components, [...path, 'rows', rowIndex, index, 'components']),
    ),
  );
  conversion.note(path, 'the fields of the table stand one below the other');
  return place(source, inner(cells), conversion);
};

const tabs: Layout = (source, inner, conversion) => {
  conversion.note(source.path, 'each tab is a fieldset');
  const parts = within(source).flatMap((tab) => section(tab, inner(within(tab)), conversion));
  return place(source, parts, conversion);
};

/** Layout components of Form.io by type. */
export const layouts: Readonly<Record<string, Layout>> = {
  panel,
  columns,
  table,
  tabs,
  well: (source, inner, conversion) => place(source, inner(within(source)), conversion),
  fieldset: (source, inner, conversion) => section(source, inner(within(source)), conversion),
};
