import { type RawBuilder, sql } from 'kysely';
import type { SealedJson, SealedText, Stored } from '#server/storage/sealed.ts';
import type { DataKey, JoinedKey } from './data-keys.ts';
import { isSealed, openJson, openText, sealJson, sealText } from './sealed-columns.ts';

type Opened<V> = V extends Stored<infer T> ? T : V;
/** A row with its sealed columns opened. */
export type OpenedRow<R> = { [K in keyof R]: Opened<R[K]> };
export type SealedKey<R> = {
  [K in keyof R]-?: [Extract<R[K], Stored<unknown>>] extends [never] ? never : K;
}[keyof R];
/** Values of sealed columns, opened. */
export type Secrets<R> = Partial<Pick<OpenedRow<R>, SealedKey<R>>>;
/** Values to write, with those of sealed columns sealed. */
type SealedValues<V, R> = {
  [K in keyof V]: K extends SealedKey<R>
    ? (R[K] extends Stored<string> | null ? SealedText : SealedJson) | Extract<V[K], null | undefined>
    : V[K];
};

/** Name and kind of each sealed column in the database. */
type Columns<R> = { [K in SealedKey<R>]: readonly [name: string, type: 'json' | 'text'] };
type Column = readonly [key: string, name: string, type: 'json' | 'text'];

/** Seals and opens the columns of one table, each value bound to its row. */
export type SealedTable<R> = {
  /** Opens the sealed columns that are there. @throws SealBroken */
  open<Part extends Partial<R>>(key: DataKey | null, id: string, row: Part): OpenedRow<Part>;
  /** Seals values to write; null stays null. */
  seal<Values extends Secrets<R>>(key: DataKey, id: string, values: Values): SealedValues<Values, R>;
  /** Returns a row with its JSON that is sealed as the work returns it. */
  mapJson<Values extends Secrets<R>>(values: Values, work: (value: unknown) => unknown): Values;
  /** Returns the values of a row that are sealed. */
  secretsOf(row: OpenedRow<R>): Secrets<R>;
  /** Whether values to write have one to seal. */
  hasSecrets(values: Secrets<R>): boolean;
  /** Whether a stored row has a sealed value. */
  hasSealed(row: Partial<R>): boolean;
};

export function sealedTable<R>(table: string, columns: Columns<R>): SealedTable<R> {
  const all: Column[] = Object.entries<readonly [string, 'json' | 'text']>(columns).map(
    ([key, [name, type]]) => [key, name, type],
  );
  const change = (row: object, work: (value: NonNullable<unknown>, column: Column) => unknown) => {
    const changed: Record<string, unknown> = { ...row };
    for (const column of all) {
      const value = changed[column[0]];
      if (value !== null && value !== undefined) changed[column[0]] = work(value, column);
    }
    return changed as never;
  };
  const some = (row: object, is: (value: unknown) => boolean) =>
    all.some(([key]) => is((row as Record<string, unknown>)[key]));
  return {
    open: (key, id, row) =>
      change(row, (value, [, column, type]) =>
        type === 'json'
          ? openJson(key, { table, column, id }, value)
          : openText(key, { table, column, id }, value as string),
      ),
    seal: (key, id, values) =>
      change(values, (value, [, column, type]) =>
        type === 'json'
          ? sealJson(key, { table, column, id }, value)
          : sealText(key, { table, column, id }, value as string),
      ),
    mapJson: (values, work) => change(values, (value, [, , type]) => (type === 'json' ? work(value) : value)),
    secretsOf: (row) =>
      Object.fromEntries(all.map(([key]) => [key, row[key as keyof R]])) as unknown as Secrets<R>,
    hasSecrets: (values) => some(values, (value) => value !== null && value !== undefined),
    hasSealed: (row) => some(row, isSealed),
  };
}

/**
 * Reads the wrapped key of an owner beside a row of it, in the same statement.
 * @param owner the column with the id of the owner, as in `process.id`
 */
export const keyOf = (owner: string): RawBuilder<JoinedKey | null> =>
  sql<JoinedKey | null>`(select json_build_object('wrapped', wrapped, 'wrappedBy', wrapped_by)
    from data_key where data_key.id = ${sql.ref(owner)})`;

/** A wrapped key beside a row; null where its owner has none. */
export type WithKey = { dataKey: JoinedKey | null };
