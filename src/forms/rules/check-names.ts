/** Named checks of a typed text (`properties.check`): it is brought into one spelling and really checked. */
export const textChecks = [
  'iban',
  'plate',
  'microchip',
  'phone',
  'postcode',
  'inArea',
  'time',
  'webAddress',
] as const;
export type TextCheck = (typeof textChecks)[number];

/** Named checks of a day, or of a day with a time (`properties.check`). */
export const dateChecks = ['notInThePast', 'notInTheFuture'] as const;
export type DateCheck = (typeof dateChecks)[number];

/** Checks that are properties of their own, because they need a value: hours, or another field. */
export const checksWithValue = ['openingHours', 'notBefore', 'notAfter'] as const;

export type CheckRule = Exclude<TextCheck, 'inArea'> | DateCheck | (typeof checksWithValue)[number];

/** The area that an authority is responsible for, for `inArea`: what people call it, and its postcodes. */
export type FormArea = { name: string; postcodes: string[] };

/** The word for opening hours that are not the form's: those of the authority that the application goes to. */
export const OF_AUTHORITY = 'authority';

/** Opening hours in the notation of `openingHours` (opening-hours.ts), and in words. */
export type OfficeHours = { rules: string; text: string };

/** Facts that a form knows of the authority that it is filled in for. */
export type FormOffice = {
  area: FormArea;
  /** Returns the words for hours of a form, without an argument the hours of the authority, where they are known. */
  hours: (rules?: string) => OfficeHours | undefined;
};
