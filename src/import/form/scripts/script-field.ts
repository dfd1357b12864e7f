/** A field as scripts read it: its place here, and what its value is in Form.io and here alike. */
export type ScriptField = {
  /** Path here, with the group's key in front: `group.key`. */
  path: string;
  grid: string;
  kind: 'text' | 'number' | 'boolean' | 'boxes' | 'list' | 'presence';
  mayBeHidden: boolean;
  /** Values of options in the export. */
  options: ReadonlySet<string>;
  renamed: ReadonlyMap<string, string>;
  /** The part of the value in Form.io that is the value here. */
  part?: string;
  /** Path in Form.io of a repeating group, whose rows can be gone through. */
  group?: string;
};
