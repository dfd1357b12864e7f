import type { Locale } from '#domain/locale.ts';
import {
  areTogether,
  askedOfAccount,
  breaksLock,
  corrections,
  differences,
  enteredAddress,
  enteredMail,
  enteredName,
  fieldsFor,
  lockedNames,
  provenFields,
  undecided,
  withApplied,
  withLocks,
} from '#forms/account.ts';
import { byteSize } from '#forms/byte-size.ts';
import { isGrid, isObject } from '#forms/components.ts';
import { displayText } from '#forms/display.ts';
import { feeOfField } from '#forms/fee-field.ts';
import { acceptsType } from '#forms/files.ts';
import { areaMissedIn, atOffice } from '#forms/office.ts';
import { owedIn } from '#forms/owed.ts';
import { fieldAt, fileIds, filesIn, getValue, pageOf, parsePath, setValue } from '#forms/paths.ts';
import { recalledIn } from '#forms/recalled.ts';
import { rowName } from '#forms/row-names.ts';
import type { FormOffice } from '#forms/rules/check-names.ts';
import { evaluate, visiblePages } from '#forms/rules/rules.ts';
import { fits } from '#forms/strays.ts';
import { canonicalData, summarise } from '#forms/summary.ts';
import type { FieldError, FormData, FormDefinition, ValueField } from '#forms/types.ts';
import type { EngineForm, FormFault } from '#server/ports/form.ts';
import { inSchema } from './data-schema/fill.ts';
import { enteredElse } from './entered-else.ts';
import { prefill } from './prefill.ts';
import { withoutMapping } from './without-mapping.ts';

const placeOf = (form: FormDefinition, path: string) => ({
  page: pageOf(form, path) ?? '',
  label: fieldAt(form, path)?.label ?? '',
});

/** Returns a fault whose label names the row, where something identifies it: "Clara Claussen: Geburtsdatum". */
function faultOf(
  form: FormDefinition,
  { path, rule }: FieldError,
  data: FormData,
  locale: Locale,
): FormFault {
  const { page, label } = placeOf(form, path);
  const [key, index] = parsePath(path);
  const grid = typeof index === 'number' ? fieldAt(form, String(key)) : undefined;
  const row = grid && isGrid(grid) ? getValue(data, `${key}[${index}]`) : undefined;
  const name = grid && isGrid(grid) && isObject(row) ? rowName(grid, row, locale) : '';
  return { path, rule, page, label: name === '' || label === '' ? label : `${name}: ${label}` };
}

/**
 * FORMIO: forms that are part of the content, with the rules of `src/forms`.
 * @param definition in the language `locale`
 * @param feeField key of the field that calculates the fee
 * @param office the authority; no answer outside of its area is refused
 */
export function formioForm(
  definition: FormDefinition,
  locale: Locale,
  feeField?: string,
  office?: () => FormOffice,
): EngineForm {
  const form = withoutMapping(definition);
  let known: FormDefinition | undefined;
  /** The form with what is known of the authority, which only some acts need. */
  const here = () => {
    known ??= office ? atOffice(form, office()) : form;
    return known;
  };
  return {
    access: (proof) => ({ fmsType: 'FORMIO', form: proof ? withLocks(here(), proof) : here() }),
    begin(account, handedOver) {
      const data = prefill(form, account);
      if (handedOver === null) return { data, faults: [] };
      const { data: accepted, errors } = evaluate(here(), handedOver);
      // The data may be incomplete, but its values must be valid.
      const wrong = errors.filter(({ rule }) => rule !== 'required');
      return {
        data: { ...data, ...accepted },
        faults: wrong.map((error) => faultOf(form, error, handedOver, locale)),
      };
    },
    restore(account, stored, proof) {
      const known = evaluate(form, stored).data;
      const typed = filesIn(form, known).reduce((data, { path }) => setValue(data, path, undefined), known);
      const prefilled = prefill(form, account);
      const data = { ...prefilled, ...typed };
      if (proof === null) return data;
      const locked = new Set(breaksLock(form, prefilled, data, proof));
      return Object.fromEntries(
        Object.entries(data).flatMap(([key, value]) => {
          const own = locked.has(key) ? prefilled[key] : value;
          return own === undefined ? [] : [[key, own]];
        }),
      );
    },
    fits: (data) => fits(form, data),
    check: (data) => {
      const { data: cleaned, errors } = evaluate(here(), data);
      return { data: cleaned, faults: errors.map((error) => faultOf(form, error, cleaned, locale)) };
    },
    values: (data) => evaluate(form, data).data,
    inSchema: (schema, data) => inSchema(definition, schema, data),
    fee: (data) => (feeField === undefined ? null : feeOfField(form, data, feeField)),
    pages: (data) => visiblePages(evaluate(form, data)).map(({ key }) => key),
    summary: (data, proven) => summarise(form, data, locale, proven),
    missedArea: (data) => areaMissedIn(here(), evaluate(form, data).data)?.name ?? null,
    applicant: (data) => enteredName(form, data),
    address: (data) => enteredAddress(form, data),
    ownMail: (data) => enteredMail(form, data),
    canonical: (data) => canonicalData(form, data),
    placeOf: (path) => placeOf(form, path),
    display: (path, value) => displayText(fieldAt(form, path) as ValueField, value, locale),

    files: (data) =>
      filesIn(form, data).map((found) => ({ ...found, label: placeOf(form, found.path).label })),
    fileIds: (data) => fileIds(form, data),
    withFile(data, path, file) {
      const present = getValue(data, path);
      return setValue(data, path, [...(Array.isArray(present) ? present : []), file]);
    },
    owed: (data) => owedIn(form, data, locale),
    recalled: (data) => recalledIn(form, data, locale),
    fileField: (path) => {
      const field = fieldAt(form, path);
      if (field?.type !== 'file') return null;
      return {
        maxBytes: byteSize(field.fileMaxSize),
        pattern: field.filePattern,
        accepts: (type) => acceptsType(field, { type }),
      };
    },

    get asked() {
      return askedOfAccount(form);
    },
    differences: (data, proof, decisions) => undecided(form, differences(form, data, proof), decisions),
    areTogether: (one, other) => areTogether(form, one, other),
    corrections: (keys, proof) => corrections(form, keys, proof),
    applied: (data, values, proof) => withApplied(form, data, values, proof),
    locks: (level) => lockedNames(form, level),
    fieldsFor: (taken, data) => fieldsFor(form, taken, data),
    enteredElse: (stored, saved) => enteredElse(form, stored, saved),
    proven: (data, proof) => provenFields(form, data, proof),
    brokenLocks: (stored, saved, proof) => breaksLock(form, stored, saved, proof),
  };
}
