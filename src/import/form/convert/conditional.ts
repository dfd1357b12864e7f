import { isJson, type Json, jsonList } from './conversion.ts';

/** True if a component has a condition of its own; the builder writes empty ones into every component. */
export const isConditional = ({ conditional, customConditional }: Json): boolean =>
  (typeof customConditional === 'string' && customConditional.trim() !== '') ||
  (isJson(conditional) &&
    Boolean(conditional.when || conditional.json || jsonList(conditional.conditions).length > 0));
