/** Place where an application is being edited, seen from another window: in the same browser, or not. */
export const editingPlaces = ['window', 'device'] as const;
