import { isJson, type Json, type Source, textOf } from './conversion.ts';

/**
 * Converts a text that is picked in a calendar, and the `date` of Open Forms, to a date with the limits of the
 * calendar. Undefined for anything else.
 */
export function withCalendar(
  { json, path }: Source,
  type: string,
): { type: string; source: Source } | undefined {
  const { widget, ...rest } = json;
  if (type === 'date') return datetime({ ...json, enableDate: true, enableTime: false }, path);
  if (type !== 'textfield' || !isJson(widget) || widget.type !== 'calendar') return undefined;
  const { minDate, maxDate } = widget;
  const limits = { datePicker: { minDate: textOf(minDate), maxDate: textOf(maxDate) } };
  const parts = { enableDate: widget.noCalendar !== true, enableTime: widget.enableTime !== false };
  return datetime({ ...rest, ...limits, ...parts }, path);
}

/** Properties that only a text has. */
const OF_TEXTS = ['inputMask', 'mask', 'case', 'truncateMultipleSpaces'];
const CHECKS_OF_TEXTS = ['minLength', 'maxLength', 'pattern'];

function datetime(json: Json, path: Source['path']): { type: string; source: Source } {
  const validate = without(isJson(json.validate) ? json.validate : {}, CHECKS_OF_TEXTS);
  return {
    type: 'datetime',
    source: { json: { ...without(json, OF_TEXTS), validate, type: 'datetime' }, path },
  };
}

const without = (json: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
