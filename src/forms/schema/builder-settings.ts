import { isObject } from '../components.ts';
import type { FormValue } from '../types.ts';

/**
 * What the Form.io builder writes into every form without meaning for this portal, by the schemas of @formio/js 4.21
 * and 5.6 and of exports.
 */

/** Of the form: names and rights on Form.io's own server, and how its own pages behave. */
export const FORM_SETTINGS: ReadonlySet<string> = new Set(
  (
    '_id _vid _fid type path tags owner created modified machineName access submissionAccess fieldMatchAccess ' +
    'submissionRevisions revisions settings properties controller project builder esign pdfComponents deleted'
  ).split(' '),
);

/** Of a component, whatever the value: how it looks or behaves on Form.io's own pages, or is kept on its server. */
const LOOKS: ReadonlySet<string> = new Set(
  [
    'tableView id placeholder tooltip customClass hideLabel labelPosition labelWidth labelMargin tabindex autofocus',
    'spellcheck overlay shortcut theme size sizing block attributes addons modalEdit dataGridLabel errorLabel',
    'inputType inputFormat inputMode displayMask applyMaskOn allowMultipleMasks autocomplete showCharCount',
    'showWordCount autoExpand fixedSize showValidations validateOn hideInputLabels inputsLabelPosition dayFirst',
    'optionsLabelPosition inline fieldSet template templates currentWidth offset push pull autoAdjust alwaysEnabled',
    // The server of Form.io: what it stores, indexes and returns.
    'dbIndex protected encrypted serverOverride calculateServer isNew lockKey keyModified generated version parent',
    'tags reference dataType idPath authenticate ignoreCache skipRemoteRequest',
    // When a component is drawn again, and lists that are loaded while the person scrolls or searches.
    'refreshOn refreshOnChange refreshOnBlur redrawOn clearOnRefresh lazyLoad limit disableLimit',
    'noRefreshOnScroll searchEnabled searchField searchDebounce searchThreshold selectThreshold minSearch',
    'readOnlyValue fuseOptions indexeddb customOptions useExactSearch uniqueOptions',
    // Pages and sections.
    'breadcrumb breadcrumbClickable buttonSettings scrollToTop allowPrevious navigateOnEnter saveOnEnter collapsible',
    'collapsed tree verticalLayout striped bordered hover condensed cellAlignment',
    // Dates.
    'format useLocaleSettings allowInput displayInTimezone timezone datepickerMode timePicker shortcutButtons',
    // Repeating groups.
    'reorder layoutFixed addAnotherPosition defaultOpen openWhenEmpty modal inlineEdit displayAsTable rowDrafts',
    'saveRow removeRow rowClass initEmpty',
    // Files.
    'storage dir options webcam webcamSize image imageSize privateDownload uploadOnly fileNameTemplate',
  ]
    .join(' ')
    .split(' '),
);

/** Of a component, only with this value: with another one it would have a meaning. */
const DEFAULTS: Record<string, readonly unknown[]> = {
  persistent: [true],
  clearOnHide: [true],
  dataSrc: ['values'],
  fileMinSize: ['0KB'],
  keyBeforeValue: [true],
  // A calendar or a list that can be searched is the look of a field; on a text it would make a date of it.
  widget: ['choicesjs', 'html5'],
};

/** Of `validate`, whatever the value: when the check runs, and that a choice is one of the options, as always here. */
const CHECK_SETTINGS: ReadonlySet<string> = new Set([
  'customPrivate',
  'strictDateValidation',
  'onlyAvailableItems',
]);

/** Components without a value; nothing of theirs is stored or cleared. */
const LAYOUT: ReadonlySet<string> = new Set(['panel', 'fieldset', 'columns', 'content']);

/** Whether the builder writes this property of a component, with this value, without a meaning here. */
export function isBuilderSetting(name: string, value: unknown, component: Record<string, unknown>): boolean {
  if (LOOKS.has(name) || DEFAULTS[name]?.includes(value)) return true;
  const { type } = component;
  switch (name) {
    case 'persistent':
    case 'clearOnHide':
      return LAYOUT.has(String(type));
    case 'widget':
      return type === 'datetime' || type === 'select' || (isObject(value) && value.type === 'input');
    case 'datePicker':
      return isObject(value) && !value.minDate && !value.maxDate && !value.disable && !value.disableFunction;
    case 'fields':
      return type === 'day' && isObject(value) && Object.values(value).every(isWholePart);
    default:
      return false;
  }
}

/** A part of a day that is shown and has no rule of its own. */
const isWholePart = (part: unknown): boolean =>
  isObject(part) && part.hide !== true && part.required !== true;

/** The same for a property of `validate`. */
export const isCheckSetting = (name: string, value: unknown): boolean =>
  CHECK_SETTINGS.has(name) || (name === 'step' && value === 'any');

/** Nothing, false, an empty text or list, or an object of such values only. */
export function isSwitchedOff(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (Array.isArray(value)) return value.every(isSwitchedOff);
  return isObject(value as FormValue) && Object.values(value as object).every(isSwitchedOff);
}
