import { isObject } from '../components.ts';
import type { FormValue } from '../types.ts';

/**
 * Properties that the Form.io builder writes into every form without meaning for this portal, by the schemas of
 * @formio/js 4.21 and 5.6 and of exports.
 */

/** Settings of the form: names and rights on Form.io's own server, and how its own pages behave. */
export const FORM_SETTINGS: ReadonlySet<string> = new Set(
  (
    '_id _vid _fid type path tags owner created modified machineName access submissionAccess fieldMatchAccess ' +
    'submissionRevisions revisions settings properties controller project builder esign pdfComponents deleted'
  ).split(' '),
);

/** Settings of a component, whatever the value: its look or behaviour on Form.io's pages, or storage on its server. */
const LOOKS: ReadonlySet<string> = new Set(
  [
    'tableView id placeholder tooltip customClass hideLabel labelPosition labelWidth labelMargin tabindex autofocus',
    'spellcheck overlay shortcut theme size sizing block attributes addons modalEdit dataGridLabel errorLabel',
    'inputType inputFormat inputMode displayMask applyMaskOn allowMultipleMasks autocomplete showCharCount',
    'showWordCount autoExpand fixedSize showValidations validateOn hideInputLabels inputsLabelPosition dayFirst',
    'optionsLabelPosition inline fieldSet template templates currentWidth offset push pull autoAdjust alwaysEnabled',
    // Storing, indexing and returning on Form.io's server.
    'dbIndex protected encrypted serverOverride calculateServer isNew lockKey keyModified generated version parent',
    'tags reference dataType idPath authenticate ignoreCache skipRemoteRequest',
    // When Form.io draws a component again, and lists that it loads while the person scrolls or searches.
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

/** Settings of a component that have no meaning with this value, and one with another value. */
const DEFAULTS: Record<string, readonly unknown[]> = {
  persistent: [true],
  clearOnHide: [true],
  dataSrc: ['values'],
  fileMinSize: ['0KB'],
  keyBeforeValue: [true],
  // A calendar or a list that can be searched is the look of a field; on a text it would make a date of it.
  widget: ['choicesjs', 'html5'],
};

/**
 * Settings of `validate`, whatever the value: the time of the check; the check of a choice, which is always made here.
 */
const CHECK_SETTINGS: ReadonlySet<string> = new Set([
  'customPrivate',
  'strictDateValidation',
  'onlyAvailableItems',
]);

/** Components without a value, so that nothing is stored or cleared. */
const LAYOUT: ReadonlySet<string> = new Set(['panel', 'fieldset', 'columns', 'content']);

/** True if the builder writes this property of a component, with this value, without a meaning here. */
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

/** True for a part of a day that is shown and not required by itself. */
const isWholePart = (part: unknown): boolean =>
  isObject(part) && part.hide !== true && part.required !== true;

/** True if the builder writes this property of `validate`, with this value, without a meaning here. */
export const isCheckSetting = (name: string, value: unknown): boolean =>
  CHECK_SETTINGS.has(name) || (name === 'step' && value === 'any');

/** True for undefined, null, false, an empty text or list, and an object or list of such values only. */
export function isSwitchedOff(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (Array.isArray(value)) return value.every(isSwitchedOff);
  return isObject(value as FormValue) && Object.values(value as object).every(isSwitchedOff);
}
