/** Text for a jsonb column. */
export const json = (value: unknown): string => JSON.stringify(value);

/** Text for a nullable jsonb column. */
export const nullableJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
