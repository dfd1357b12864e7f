import type { Component, FieldComponent, GridComponent } from '../types.ts';

/**
 * One reason why a form is refused; `path` leads to the position in the JSON file. `isStranger`: neither Form.io nor
 * the portal knows the property, so that it may be left out.
 */
export type FormProblem = { path: JsonPath; reason: string; isStranger?: true };

/** A position in the JSON file of a form. */
export type JsonPath = (string | number)[];

/** A component with its position; `order` counts in document order. */
export type Placed = { component: Component; path: JsonPath; order: number; grid?: GridComponent };

/** The fields that a condition or JSONLogic may refer to: form path (`name`, `children.name`) to the placed field. */
export type Targets = Map<string, Placed & { component: FieldComponent }>;

/** A change or omission in a form that is accepted. */
export type FormNote = { path: JsonPath; note: string };
