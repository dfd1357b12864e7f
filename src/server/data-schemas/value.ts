/** Data by the names of a schema. Numbers that have to be written in one way are texts already. */
export type SchemaValue = string | number | boolean | SchemaValue[] | { [name: string]: SchemaValue };
export type SchemaObject = { [name: string]: SchemaValue };
