import { translateScripts } from '../scripts/translate-scripts.ts';
import { FORM_TITLE } from './built-in-texts.ts';
import { convertAll } from './components.ts';
import {
  Conversion,
  isJson,
  type Json,
  jsonList,
  type OwnText,
  type Source,
  sourcesIn,
  textOf,
} from './conversion.ts';
import { wordsOf } from './field.ts';
import { hiddenFirst } from './hidden-first.ts';
import { plainText } from './html.ts';
import { introduced } from './introduction.ts';
import { laterFieldsFirst } from './later-fields.ts';
import { layouts } from './layouts.ts';
import { withNewNames } from './references.ts';
import { typeName } from './type-names.ts';

/** The note for a setting of the whole form that is passed over. */
export const SERVERS = "a setting of Form.io's server";

const TOP = { prefix: '', grid: '' };

/**
 * Converts the form of an export: pages, components and references. Parts that cannot be converted stay unchanged, so
 * that the form's check refuses them.
 * @param here name and title of the form here: by default the export's own name, in lower case with hyphens; the title
 * is for a form that has none
 */
export function convertForm(
  exported: Json,
  here: { name?: string; title?: OwnText } = {},
): { form: Json; conversion: Conversion } {
  const conversion = new Conversion(
    keysIn(exported),
    plainPaths(sourcesIn(exported.components, ['components'])),
  );
  const title = titleOf(exported, here.title, conversion);
  const components = pagesOf(sourcesIn(exported.components, ['components']), title, conversion);
  hiddenFirst(components);
  for (const page of components) withNewNames(page, conversion);
  translateScripts(components, exported, conversion);
  laterFieldsFirst(components, conversion);
  const { display, name: own, title: _, components: __, i18n: ___, ...rest } = exported;
  if (display !== 'wizard') conversion.note(['display'], 'the form has pages (display: wizard)');
  for (const setting of Object.keys(rest)) conversion.note([setting], SERVERS);
  const form = {
    name: here.name ?? slugOf(textOf(own) || textOf(exported.path) || title),
    title,
    display: 'wizard',
    components,
  };
  return { form, conversion };
}

/** The title of a form; without one that of its service, otherwise its technical name in words. */
function titleOf(exported: Json, ofService: OwnText | undefined, conversion: Conversion): string {
  const own = plainText(textOf(exported.title));
  if (own !== '') return own;
  const title = ofService ? conversion.say(ofService) : wordsOf(textOf(exported.name));
  const called = title || conversion.say(FORM_TITLE);
  const from = ofService ? ', as the service' : '; with --service it gets the title of the service';
  conversion.note(['title'], `the form has no title: it is called "${called}"${from}`);
  return called;
}

/** Properties of a panel that a page has in another way. */
const OF_PAGES = new Set('type label title components input description tooltip'.split(' '));

/** Each panel becomes a page. Components between panels go to the page before them, or to a first page of their own. */
function pagesOf(sources: Source[], title: string, conversion: Conversion): Json[] {
  const pages: { source?: Source; sources: Source[] }[] = [];
  for (const source of sources) {
    const type = textOf(source.json.type);
    if (type === 'panel' || type === 'simplepanel') {
      pages.push({ source, sources: sourcesIn(source.json.components, [...source.path, 'components']) });
    } else if (pages.length > 0) pages.at(-1)?.sources.push(source);
    else pages.push({ sources: [source] });
  }
  return pages.flatMap(({ source, sources: inside }) => {
    const path = source?.path ?? ['components'];
    const converted = convertAll(inside, TOP, conversion);
    const components = source ? introduced(source, converted, conversion) : converted;
    if (components.length === 0) {
      if (source) conversion.note(path, 'the page is left out: there is nothing in it');
      return [];
    }
    const { json = {} } = source ?? {};
    const shown = plainText(textOf(json.title)) || plainText(textOf(json.label)) || title;
    const { key, ...others } = Object.fromEntries(
      Object.entries(json).filter(([name]) => !OF_PAGES.has(name)),
    );
    const page = {
      ...others,
      type: 'panel',
      key: conversion.freshKey(textOf(key) || 'page'),
      label: shown,
      title: shown,
      components,
    };
    return [conversion.made(page, path)];
  });
}

/** Keys of fields anywhere in the export; keys of layout components may change. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isJson(value)) return [];
  const own =
    value.input !== false && typeof value.key === 'string' && value.type !== 'panel' ? [value.key] : [];
  const columns = jsonList(value.columns);
  return [...own, ...keysIn(value.components), ...keysIn(columns), ...keysIn(value.rows)];
}

/** Data paths of fields that are in no container; in a repeating group `group.key`. */
function plainPaths(sources: Source[], group = ''): string[] {
  return sources.flatMap(({ json, path }) => {
    const type = typeName(textOf(json.type));
    if (type === 'container') return [];
    const own = textOf(json.key);
    const isGroup = GROUPS.has(type);
    const inner = [
      ...sourcesIn(json.components, path),
      ...jsonList(json.columns).flatMap((column) => sourcesIn(column.components, path)),
      ...(Array.isArray(json.rows) ? json.rows : [])
        .flatMap((row) => jsonList(row))
        .flatMap((cell) => sourcesIn(cell.components, path)),
    ];
    const isField = json.input !== false && own !== '' && !(type in layouts);
    return [...(isField ? [group + own] : []), ...plainPaths(inner, isGroup ? `${own}.` : group)];
  });
}

const GROUPS = new Set(['datagrid', 'editgrid']);

/** A name in letters that addresses do not have, or of one letter, begins with "form". */
function slugOf(name: string): string {
  const slug = plainSlug(name);
  return slug.length > 1 ? slug : ['form', slug].filter((part) => part !== '').join('-');
}

const plainSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
