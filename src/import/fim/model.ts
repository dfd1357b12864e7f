/**
 * A data schema of FIM as the import understands it, whichever version of XDatenfelder it was written in. All ids are
 * those of XDatenfelder 3: a letter and eleven digits (`F60000227` is `F60000000227`).
 */
export type FimSchema = {
  id: string;
  /** As in the file: `1.2.0`, or `1.0`; empty where the file names none. */
  version: string;
  standard: '2.0' | '3.0.0';
  /** Name for experts. */
  name: string;
  /** Title for people. */
  label: string;
  help: string;
  /** Step of the approval: 1 planned to 8 to be deleted, 5 and 6 approved; null where the file does not say it by number. */
  status: number | null;
  /** Day (YYYY-MM-DD) of the last change; empty where unknown. */
  changed: string;
  members: FimMember[];
  rules: FimRule[];
};

/** An element at its place in a group or schema. `max` is null where there is no limit. */
export type FimMember = {
  element: FimGroup | FimField;
  min: number;
  max: number | null;
  /** Legal bases of asking here. */
  basis: string[];
};

type Element = {
  id: string;
  version: string;
  name: string;
  /** Question or heading for people; without one, the name. */
  label: string;
  help: string;
  basis: string[];
  rules: FimRule[];
};

export type FimGroup = Element & {
  kind: 'group';
  /** Exactly one of its members is given (kind of group "X"). */
  isChoice: boolean;
  members: FimMember[];
};

export const fimInputs = ['input', 'select', 'label', 'hidden', 'locked'] as const;
export const fimTypes = [
  'text',
  'text_latin',
  'date',
  'time',
  'datetime',
  'bool',
  'num',
  'num_int',
  'num_currency',
  'file',
  'obj',
] as const;

export type FimField = Element & {
  kind: 'field';
  input: (typeof fimInputs)[number];
  type: (typeof fimTypes)[number];
  limits: { minLength?: number; maxLength?: number; minValue?: string; maxValue?: string; pattern?: string };
  /** Text of a label, or value that a field begins with. */
  content: string;
  /** Values of a selection in the file itself. */
  options: FimOption[] | null;
  /** List that a selection refers to. */
  list: FimListReference | null;
  /** Media types of files; empty where any is allowed. */
  mediaTypes: string[];
  maxBytes: number | null;
};

export type FimOption = { code: string; name: string; help: string };

export type FimListReference = {
  /** `urn:de:…` without version. */
  uri: string;
  /** URI with version; empty where no version is named. */
  versionUri: string;
  /** Columns that the reference names; absent: the list's own keys decide. */
  codeKey?: string;
  nameKey?: string;
};

/** A rule in prose, as the schema has it. */
export type FimRule = { id: string; name: string; text: string };

/** Ids from the schema's members down to an element, joined by dots: unique in a schema, as ids are not. */
export type FimPath = string;
