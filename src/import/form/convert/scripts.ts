import type { Json } from './conversion.ts';

/** The scripts of a component that is built anew. They stay, so that they are translated, or refused at their place. */
export const scriptsOf = (json: Json): Json =>
  Object.fromEntries(
    ['customConditional', 'logic']
      .map((name) => [name, json[name]] as const)
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : String(value ?? '').trim() !== '')),
  );
