import type { Json } from './conversion.ts';

/** The scripts of a component that is built anew. They stay, so that the form's check refuses them at their place. */
export const scriptsOf = (json: Json): Json =>
  Object.fromEntries(
    ['customConditional', 'logic']
      .map((name) => [name, json[name]] as const)
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  );
