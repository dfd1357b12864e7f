/** A variable that is missing or wrong. Neither field contains its value, which may be a secret. */
export type Fault = { name: string; reason: string };

/** A configuration that the operators must change before the server can start. */
export class ConfigurationRefused extends Error {}
