/** Place where an application is being edited, seen from another window: in the same browser, or not. */
export const editingPlaces = ['window', 'device'] as const;
export type EditingPlace = (typeof editingPlaces)[number];

export type EditedElsewhere = {
  place: EditingPlace;
  /** Start of the editing, ISO 8601. */
  since: string;
};

/** The editing window of an application, as the server describes it to one of its windows. */
export type EditingView = {
  /** Null when the asking window edits it. */
  elsewhere: EditedElsewhere | null;
  /** Another window wants to edit: this one saves its data and lets go. */
  wanted: boolean;
  /** Milliseconds until a window that edits should report again. */
  againMs: number;
};
