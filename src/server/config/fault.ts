/**
 * A variable that is missing or wrong. No field contains its value, which may be a secret. `about` is the variable that is
 * meant, where the name is none of ours.
 */
export type Fault = { name: string; reason: string; about?: string | undefined };

/** A configuration that the operators must change before the server can start. */
export class ConfigurationRefused extends Error {}
