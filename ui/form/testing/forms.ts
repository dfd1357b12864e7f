import type { Component, FormDefinition } from '#forms/types.ts';

/** A form of one page, for tests. */
export function formOf(...components: Component[]): FormDefinition {
  return {
    name: 'test',
    title: 'Test',
    display: 'wizard',
    components: [{ type: 'panel', key: 'page', label: 'Seite', title: 'Seite', components }],
  };
}
