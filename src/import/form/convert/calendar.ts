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
  const parts = {
    enableDate: widget.noCalendar !== true,
    enableTime: widget.enableTime !== false,
    format: widget.format,
  };
  return datetime({ ...rest, ...limits, ...parts }, path);
}

/**
 * Whether a format of Form.io shows a date and a time of the day: without a letter for hours nobody sees or enters a
 * time, whatever the builder has left switched on. Both of an empty format, which is the builder's own.
 */
export function shownBy(format: string): { date: boolean; time: boolean } {
  const letters = format.replace(/'[^']*'/g, '').trim();
  if (letters === '') return { date: true, time: true };
  // Names of whole formats: "shortDate", "mediumTime", "short".
  const named = /^(?:full|long|medium|short)(Date|Time)?$/.exec(letters);
  if (named) return { date: named[1] !== 'Time', time: named[1] !== 'Date' };
  const time = /[hHkK]|LT|LLL|lll/.test(letters);
  return { date: /[yYMdDEL]|lll/.test(letters.replaceAll('LT', '')), time };
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
