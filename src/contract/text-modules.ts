/**
 * Sections of a service page (spec section 2; text modules of XZuFi) in the order shown: what one needs to do first,
 * the law and further reading last.
 */
export const textModules = [
  'shortText',
  'fullText',
  'requirements',
  'documents',
  'procedure',
  'processingTime',
  'cost',
  'deadlines',
  'forms',
  'hints',
  'responsible',
  'legalBasis',
  'legalRemedy',
  'furtherInformation',
] as const;
export type TextModule = (typeof textModules)[number];
