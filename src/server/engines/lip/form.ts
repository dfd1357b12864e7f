import type { Locale } from '#domain/locale.ts';
import type { FormValue } from '#forms/types.ts';
import type { EngineForm, FormFault } from '#server/ports/form.ts';
import type { LipDefinition } from './definition.ts';
import { readData, writeData } from './told.ts';

/** Longest text that another site may hand over for one field. */
const MOST_CHARACTERS = 500;

const fault = (path: string, rule: string): FormFault => ({ path, rule, page: '', label: '' });

/**
 * LIP: forms that run on a form server. Every answer comes from the state that was last taken from the server, which
 * is not asked here. The account's values are handed in when the form is opened, and not compared afterwards.
 */
export function lipForm({ formId, fields }: LipDefinition, locale: Locale): EngineForm {
  const names = Object.entries(fields);
  return {
    access: null,
    begin(account, handedOver) {
      const ofAccount = names.flatMap(([field, { account: name }]) => {
        const value = name === undefined ? undefined : account[name];
        return value ? [[field, value] as const] : [];
      });
      const faults = Object.entries(handedOver ?? {}).flatMap(([field, value]) => {
        if (!Object.hasOwn(fields, field)) return [fault(field, 'unknown')];
        return typeof value === 'string' && value.length <= MOST_CHARACTERS
          ? []
          : [fault(field, 'characters')];
      });
      const prefill = { ...Object.fromEntries(ofAccount), ...(handedOver as Record<string, string> | null) };
      return { data: writeData({ prefill, told: null }), faults };
    },
    // The form server has the answers of this form.
    restore(account) {
      return this.begin(account, null).data;
    },
    // None was accepted with the content (engine.ts).
    inSchema: () => {
      throw new Error('A form of a form server has no data in the schema of an authority');
    },
    check(data) {
      const { told } = readData(data);
      const refused = (told?.files ?? []).filter(({ upload }) => upload === null);
      if (told?.complete && refused.length === 0) return { data, faults: [] };
      const faults = [
        ...(told?.faults ?? []).map((found) => ({ ...found, label: found.label[locale] })),
        ...refused.map(({ path, label }) => ({
          path,
          rule: 'file',
          page: told?.summary.de.find(({ rows }) => rows.some((row) => row.path === path))?.key ?? '',
          label: label[locale],
        })),
      ];
      // An unfinished form is a fault of its own: the person has not reached its end.
      return { data, faults: faults.length > 0 ? faults : [fault('', 'required')] };
    },
    // The stored data is the form server's, within the limits of its answers.
    fits: () => true,
    values(data) {
      const { told } = readData(data);
      const files = (told?.files ?? []).flatMap(({ path, upload }) => (upload ? [{ path, ...upload }] : []));
      return { data: told?.data ?? {}, files };
    },
    fee: (data) => readData(data).told?.feeCents ?? null,
    pages: () => [],
    summary: (data) => readData(data).told?.summary[locale] ?? [],
    missedArea: () => null,
    applicant(data) {
      const { told } = readData(data);
      const parts = ['givenName', 'familyName'].flatMap((name) => {
        const [field] = names.find(([, { account }]) => account === name) ?? [];
        const value = field === undefined ? undefined : told?.data[field];
        return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
      });
      return parts.length === 0 ? null : parts.join(' ');
    },
    // Which documents were promised, which answers are needed again, and which address is the person's own, only the form server knows.
    address: () => null,
    owed: () => [],
    recalled: () => [],
    ownMail(data) {
      const { told } = readData(data);
      const [field] = names.find(([, { account }]) => account === 'email') ?? [];
      const value = field === undefined ? undefined : told?.data[field];
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    },
    canonical(data) {
      const { told } = readData(data);
      const files = (told?.files ?? []).map(({ path, name, sha256 }) => [path, name, sha256]);
      return JSON.stringify([formId, sorted(told?.data ?? {}), files]).normalize('NFC');
    },
    placeOf: () => ({ page: '', label: '' }),
    display: (_, value) => value,

    files: (data) =>
      (readData(data).told?.files ?? []).flatMap(({ path, label, upload }) =>
        upload ? [{ path, label: label[locale], file: upload }] : [],
      ),
    fileIds: (data) =>
      (readData(data).told?.files ?? []).flatMap(({ upload }) => (upload ? [upload.id] : [])),
    // The form server has the files of this form.
    withFile: (data) => data,
    fileField: () => null,

    asked: new Set(names.flatMap(([, { account }]) => (account === undefined ? [] : [account]))),
    differences: () => [],
    areTogether: () => false,
    corrections: () => [],
    applied: (data) => data,
    locks: () => new Set(),
    fieldsFor: () => [],
    enteredElse: () => names.map(([field]) => field),
    proven: () => [],
    brokenLocks: () => [],
  };
}

/** Sorts the keys of a value, so that equal values give equal texts. */
function sorted(value: FormValue): FormValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
