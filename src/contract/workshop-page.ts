import type { ConfirmedRule } from '#domain/confirmed-rule.ts';

/** Id of the element with the data that the page of the workshop carries for its script. */
export const WORKSHOP_DATA_ID = 'workshop-data';
export type WorkshopData = { confirmedRules: readonly ConfirmedRule[] };
