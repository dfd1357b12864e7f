import { isObject } from '../components.ts';
import type { FormValue } from '../types.ts';
import { FORM_SETTINGS, isBuilderSetting, isCheckSetting, isSwitchedOff } from './builder-settings.ts';
import type { FormNote, JsonPath } from './types.ts';

type Json = Record<string, unknown>;
/** note: the property is removed with a note. null: it is removed silently, as an empty value is not missed. */
type Verdict = 'keep' | 'note' | null;

/** False has a meaning for these, so it is not "switched off". */
const FALSE_MEANS = new Set(['persistent', 'clearOnHide', 'input', 'enableDate', 'enableTime', 'show']);
const CONTAINERS = new Set(['components', 'columns']);
/** Removed only as a whole, when empty: options without text are a fault, JSONLogic without effect stays JSONLogic. */
const WHOLE = new Set(['values', 'calculateValue', 'json', 'logic']);
/** Properties that these types need. Empty ones stay, so that the check of the form reports them. */
const WANTED: Record<string, readonly string[]> = { data: ['select'], multiple: ['file'] };
/** The note for a setting that is passed over. */
export const BUILDERS = "a setting of Form.io's builder without a meaning here";

/**
 * The JSON without properties that have no meaning here: those switched off, and settings that the Form.io builder
 * writes for its own pages and its server. `notes` names those that were not empty. The schema refuses remaining
 * unknown ones.
 */
export function withoutBuilderSettings(json: unknown): { json: unknown; notes: FormNote[] } {
  if (!isJson(json)) return { json, notes: [] };
  const notes: FormNote[] = [];
  const kept = filtered(json, [], notes, (name, value) => {
    if (!FORM_SETTINGS.has(name)) return 'keep';
    return isSwitchedOff(value) ? null : 'note';
  });
  return { json: { ...kept, components: prunedList(json.components, ['components'], notes) }, notes };
}

const prunedList = (list: unknown, path: JsonPath, notes: FormNote[]): unknown =>
  Array.isArray(list) ? list.map((item, index) => pruned(item, [...path, index], notes)) : list;

function pruned(component: unknown, path: JsonPath, notes: FormNote[]): unknown {
  if (!isJson(component)) return component;
  const result = filtered(component, path, notes, (name, value) => {
    if (CONTAINERS.has(name) || WANTED[name]?.includes(String(component.type))) return 'keep';
    if (isOff(name, value)) return null;
    return isBuilderSetting(name, value, component) ? 'note' : 'keep';
  });
  for (const [name, value] of Object.entries(result)) {
    const at = [...path, name];
    if (CONTAINERS.has(name)) result[name] = prunedList(value, at, notes);
    else if (name === 'values') result[name] = plainOptions(value);
    else if (name === 'data' && isJson(value)) result[name] = prunedData(value, at, notes);
    else if (PARTS.has(name) && isJson(value)) {
      const inner = prunedPart(name, value, at, notes);
      if (inner) result[name] = inner;
      else delete result[name];
    }
  }
  return result;
}

const PARTS = new Set(['validate', 'conditional', 'properties']);

/** The part without switched-off properties; undefined if nothing with an effect is left. */
function prunedPart(name: string, value: Json, path: JsonPath, notes: FormNote[]): Json | undefined {
  if (name === 'conditional') return hasCondition(value) ? withoutEmptyJson(value) : undefined;
  const inner = filtered(value, path, notes, (rule, part) => {
    if (isOff(rule, part)) return null;
    return name === 'validate' && isCheckSetting(rule, part) ? 'note' : 'keep';
  });
  return Object.keys(inner).length === 0 ? undefined : inner;
}

/** The source of a select's options, without the empty addresses and scripts of other sources. */
const prunedData = ({ values, ...others }: Json, path: JsonPath, notes: FormNote[]): Json => ({
  ...filtered(others, path, notes, (_, value) => (isSwitchedOff(value) ? null : 'keep')),
  ...(values !== undefined && { values: plainOptions(values) }),
});

/** The options without keyboard shortcuts, of which the builder gives each option one, and without empty descriptions. */
const plainOptions = (options: unknown): unknown =>
  Array.isArray(options)
    ? options.map((option) => {
        if (!isJson(option)) return option;
        const { shortcut: _, description, ...rest } = option;
        return isSwitchedOff(description) ? rest : { ...rest, description };
      })
    : options;

function filtered(
  json: Json,
  path: JsonPath,
  notes: FormNote[],
  verdict: (name: string, value: unknown) => Verdict,
): Json {
  const kept = Object.entries(json).filter(([name, value]) => {
    const found = verdict(name, value);
    if (found === 'note') notes.push({ path: [...path, name], note: BUILDERS });
    return found === 'keep';
  });
  return Object.fromEntries(kept);
}

/** `show: false` and `eq: ""` have a meaning; an empty `json` next to a simple condition does not. */
function withoutEmptyJson({ json, ...rest }: Json): Json {
  return json === '' || json === null || json === undefined ? rest : { ...rest, json };
}

const hasCondition = (value: Json): boolean =>
  Boolean(value.when || value.json || (Array.isArray(value.conditions) && value.conditions.length > 0));

function isOff(name: string, value: unknown): boolean {
  if (value === false) return !FALSE_MEANS.has(name);
  if (name === 'values') return false;
  if (!WHOLE.has(name)) return isSwitchedOff(value);
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

const isJson = (value: unknown): value is Json => isObject(value as FormValue);
