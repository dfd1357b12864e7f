/** Names the window that a call comes from, and after a comma the page that it showed before, if any. */
export const WINDOW_HEADER = 'x-window';
