/** Where an application is being edited, seen from a window that does not edit it: in the same browser, or not. */
export const editingPlaces = ['window', 'device'] as const;
export type EditingPlace = (typeof editingPlaces)[number];

export type EditedElsewhere = {
  place: EditingPlace;
  /** Since when, ISO 8601. */
  since: string;
};

/** Which window edits an application, as the server answers one of its windows. */
export type EditingView = {
  /** Null when the asking window edits it. */
  elsewhere: EditedElsewhere | null;
  /** Another window wants to edit: this one saves what it has and lets go. */
  wanted: boolean;
  /** Milliseconds until a window that edits should report again. */
  againMs: number;
};
