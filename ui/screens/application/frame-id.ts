/** Id of the frame of a form server; a page has one at most. */
export const FRAME_ID = 'form-frame';
