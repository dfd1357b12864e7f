import { reachesLevel, type TrustLevel } from '#domain/trust-level.ts';
import { fieldsOf, optionsOf } from './components.ts';
import { isoDay } from './rules/day.ts';
import { evaluate } from './rules/rules.ts';
import { sameMeaning } from './same-meaning.ts';
import type { FieldComponent, FormData, FormDefinition, TextValuedField } from './types.ts';

/** Values of a person from an account: the user data fields of spec section 3, dates as YYYY-MM-DD. */
export type AccountValues = Readonly<Record<string, string>>;
/** An account's values and how surely the person was identified when it gave them. */
export type Proof = { values: AccountValues; trustLevel: TrustLevel };

/** A field in which form and account differ; both values as the field stores them. */
export type Difference = {
  key: string;
  own: string;
  account: string;
  /** The form does not let the person keep another value than the account's. */
  locked: boolean;
};

/** A decision for the own entry, and the two values that it was about; `own` is null while it is being corrected. */
export type Decision = { key: string; account: string; own: string | null };

/** A field outside of repeating groups that names a field of the account. */
type AccountField = TextValuedField & { properties: { prefill: string } };

const isAccountField = (field: FieldComponent): field is AccountField => {
  if (field.properties?.prefill === undefined) return false;
  switch (field.type) {
    case 'number':
    case 'currency':
    case 'selectboxes':
    case 'checkbox':
    case 'file':
    case 'datagrid':
    case 'editgrid':
      return false;
    default:
      field satisfies TextValuedField;
      return true;
  }
};

const accountFields = (form: FormDefinition): AccountField[] =>
  fieldsOf(form.components).filter((field) => isAccountField(field));

/** The names of the account's fields that the form asks for. No other field of an account is kept with the data. */
export const askedOfAccount = (form: FormDefinition): ReadonlySet<string> =>
  new Set(accountFields(form).map(({ properties }) => properties.prefill));

/** The entered name, from the fields that an account would fill in. Null if the form asks for none, or it is empty. */
export function enteredName(form: FormDefinition, data: FormData): string | null {
  const { data: seen } = evaluate(form, data);
  const parts = ['givenName', 'familyName'].flatMap((name) => {
    const field = accountFields(form).find(({ properties }) => properties.prefill === name);
    const value = field && seen[field.key];
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  return parts.length === 0 ? null : parts.join(' ');
}

/**
 * The e-mail address that was entered where an account would fill in its own: no other field of a form is surely the
 * applicant's. Null if the form asks for none, or it is empty.
 */
export function enteredMail(form: FormDefinition, data: FormData): string | null {
  const { data: seen } = evaluate(form, data);
  const entered = accountFields(form)
    .filter(({ properties }) => properties.prefill === 'email')
    .map(({ key }) => seen[key]);
  return entered.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;
}

const senderFields = [
  ['companyStreetAddress', 'companyPostalCode', 'companyLocality'],
  ['streetAddress', 'postalCode', 'locality'],
] as const;

/**
 * The postal address that was entered where an account would fill in its own, of the company before that of the person:
 * street, and postcode with place. Null if the form asks for none, or a part of it is empty.
 */
export function enteredAddress(form: FormDefinition, data: FormData): string[] | null {
  const { data: seen } = evaluate(form, data);
  const entered = (name: string) => {
    const field = accountFields(form).find(({ properties }) => properties.prefill === name);
    return field && addressPart(seen[field.key]);
  };
  for (const names of senderFields) {
    const [street, postalCode, locality] = names.map(entered);
    if (street && postalCode && locality) return [street, `${postalCode} ${locality}`];
  }
  return null;
}

const addressPart = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** The account's value as the field stores it. Null if the account has none, or one that the field cannot hold. */
export function accountValue(field: AccountField, values: AccountValues): string | null {
  const value = values[field.properties.prefill]?.trim();
  if (!value) return null;
  if (field.type === 'day') {
    const day = dayValue(value);
    return isoDay(day) === undefined ? null : day;
  }
  const options = optionsOf(field);
  return options && !options.some((option) => option.value === value) ? null : value;
}

/** The account gives dates as YYYY-MM-DD; Form.io's day component stores MM/DD/YYYY. */
export const dayValue = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1');

const isLocked = (
  { properties: { lockedFrom } }: AccountField,
  { trustLevel }: Pick<Proof, 'trustLevel'>,
): boolean => lockedFrom !== undefined && reachesLevel(trustLevel, lockedFrom);

/** The names of the account's values that a login at this level does not let the person change. */
export const lockedNames = (form: FormDefinition, trustLevel: TrustLevel): ReadonlySet<string> =>
  new Set(
    accountFields(form)
      .filter((field) => isLocked(field, { trustLevel }))
      .map(({ properties }) => properties.prefill),
  );

/** Keys of the visible fields that take one of these values of the account. */
export function fieldsFor(form: FormDefinition, names: readonly string[], data: FormData): string[] {
  const { hidden } = evaluate(form, data);
  return accountFields(form)
    .filter(({ key, properties }) => names.includes(properties.prefill) && !hidden.has(key))
    .map(({ key }) => key);
}

/** True for an e-mail address or telephone number: a person may have another one than the account knows. */
export const isWayToReach = (name: string): boolean => name === 'email' || name === 'phoneNumber';

/** A visible field for which the account has a value. */
type Known = { field: AccountField; own: string; account: string };

function knownFields(form: FormDefinition, data: FormData, { values }: Proof): Known[] {
  const { data: seen, hidden } = evaluate(form, data);
  return accountFields(form).flatMap((field) => {
    const account = accountValue(field, values);
    if (account === null || hidden.has(field.key)) return [];
    const own = seen[field.key];
    return [{ field, own: typeof own === 'string' ? own.trim() : '', account }];
  });
}

const saysTheSame = ({ field, own, account }: Known): boolean =>
  sameMeaning(field.properties.prefill, own, account);

/**
 * The differences between form and account. An empty value of the account is no difference, nor is an empty field,
 * unless the account's value is locked. An e-mail address or telephone number counts only if the form says so.
 */
export function differences(form: FormDefinition, data: FormData, proof: Proof): Difference[] {
  return knownFields(form, data, proof).flatMap((known) => {
    const { field, own, account } = known;
    const locked = isLocked(field, proof);
    const { prefill, compared } = field.properties;
    const counts = locked || (own !== '' && (compared === 'yes' || !isWayToReach(prefill)));
    if (saysTheSame(known) || !counts) return [];
    return [{ key: field.key, own, account, locked }];
  });
}

/**
 * The data after some fields have taken the account's values. Fields that become visible by this take theirs from the
 * account as well, as in a new form: if they stayed empty, they would contradict it.
 */
export function withApplied(
  form: FormDefinition,
  data: FormData,
  applied: Readonly<Record<string, string>>,
  proof: Proof,
): FormData {
  const { hidden } = evaluate(form, data);
  const next = { ...data, ...applied };
  const revealed = knownFields(form, next, proof).filter(
    ({ field, own }) => own === '' && hidden.has(field.key),
  );
  return revealed.length === 0
    ? next
    : withApplied(form, next, Object.fromEntries(revealed.map((it) => [it.field.key, it.account])), proof);
}

/** The fields of the address that a field is a part of; none for any other field. */
function addressOf(form: FormDefinition, key: string): AccountField[] {
  const fields = accountFields(form);
  const name = fields.find((field) => field.key === key)?.properties.prefill ?? '';
  const names = senderFields.find((it) => (it as readonly string[]).includes(name)) ?? [];
  return fields.filter(({ properties }) => (names as readonly string[]).includes(properties.prefill));
}

/**
 * Tells whether two differences are decided together: a street of one address and a postcode of another are no address.
 */
export const areTogether = (form: FormDefinition, one: Difference, other: Difference): boolean =>
  one.key === other.key ||
  (one.locked === other.locked && addressOf(form, one.key).some(({ key }) => key === other.key));

/**
 * The decisions to correct some fields. Whoever corrects a part of an address may have to change its other parts:
 * those are decided with it.
 */
export const corrections = (form: FormDefinition, keys: readonly string[], { values }: Proof): Decision[] =>
  accountFields(form).flatMap((field) => {
    const isMeant = keys.some((key) => key === field.key || addressOf(form, key).includes(field));
    const account = isMeant ? accountValue(field, values) : null;
    return account === null ? [] : [{ key: field.key, account, own: null }];
  });

/**
 * The differences that the person has not decided yet, and with a part of an address its other parts. A locked one can
 * only be decided for the account.
 */
export function undecided(
  form: FormDefinition,
  found: readonly Difference[],
  decisions: readonly Decision[],
): Difference[] {
  const fields = new Map(accountFields(form).map((field) => [field.key, field]));
  const isDecided = ({ key, own, account }: Difference): boolean => {
    const name = fields.get(key)?.properties.prefill ?? '';
    const same = (one: string, other: string) => sameMeaning(name, one, other);
    return decisions.some(
      (it) => it.key === key && same(it.account, account) && (it.own === null || same(it.own, own)),
    );
  };
  const open = found.filter((difference) => difference.locked || !isDecided(difference));
  return found.filter((it) => open.some((one) => areTogether(form, one, it)));
}

/** Keys of the visible fields that have the account's value. */
export const provenFields = (form: FormDefinition, data: FormData, proof: Proof): string[] =>
  knownFields(form, data, proof)
    .filter((known) => saysTheSame(known))
    .map(({ field }) => field.key);

/** The account's values by key, for the fields that the person cannot change after this login. */
export function lockedValues(form: FormDefinition, proof: Proof): ReadonlyMap<string, string> {
  return new Map(
    accountFields(form).flatMap((field) => {
      const account = isLocked(field, proof) ? accountValue(field, proof.values) : null;
      return account === null ? [] : [[field.key, account] as const];
    }),
  );
}

/**
 * Keys of locked fields that a save would change to another value than the account's. Stored values may stay until the
 * person has seen the account's value.
 */
export function breaksLock(form: FormDefinition, stored: FormData, saved: FormData, proof: Proof): string[] {
  const locked = lockedValues(form, proof);
  if (locked.size === 0) return [];
  const { hidden } = evaluate(form, saved);
  return accountFields(form)
    .filter(({ key, properties }) => {
      const account = locked.get(key);
      if (account === undefined || hidden.has(key) || saved[key] === stored[key]) return false;
      const own = saved[key];
      return !sameMeaning(properties.prefill, typeof own === 'string' ? own : '', account);
    })
    .map(({ key }) => key);
}

/** The form as shown after this login: fields that the account proves are read-only. */
export function withLocks(form: FormDefinition, proof: Proof): FormDefinition {
  const locked = lockedValues(form, proof);
  if (locked.size === 0) return form;
  const copy = structuredClone(form);
  for (const field of fieldsOf(copy.components)) if (locked.has(field.key)) field.disabled = true;
  return copy;
}
