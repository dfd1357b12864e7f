import { CamelCasePlugin } from 'kysely';

/** Names of the code for those of the database. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });
