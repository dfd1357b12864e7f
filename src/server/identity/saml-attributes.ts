/** Names of an account's data (scopes of spec section 3), each with the Name of its SAML attribute. */
export type AttributeNames = Readonly<Record<string, string>>;
export type Attributes = Readonly<Record<string, string>>;

/** An attribute in a request; a login without a required one is useless. */
export type RequestedAttribute = { scope: string; name: string; isRequired: boolean };

/**
 * Returns the attributes of an assertion by scope, in Unicode's composed form (DIN 91379), without empty and
 * unrequested ones.
 * @param byName values from node-saml: a text, or a list for an attribute with several values
 */
export function readAttributes(
  byName: Readonly<Record<string, unknown>>,
  requested: readonly RequestedAttribute[],
): Attributes {
  const entries = requested.flatMap(({ scope, name }) => {
    const value = textOf(byName[name]);
    return value === '' ? [] : [[scope, value] as const];
  });
  return Object.fromEntries(entries);
}

function textOf(value: unknown): string {
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .filter((part) => typeof part === 'string')
    .map((part) => part.normalize('NFC').trim())
    .join(' ')
    .trim();
}
