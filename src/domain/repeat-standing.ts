/** Whether the answers of a sent application can be taken into a new one, or why they cannot. */
export const repeatStandings = ['possible', 'answersErased', 'notOffered', 'onFormServer'] as const;
export type RepeatStanding = (typeof repeatStandings)[number];
