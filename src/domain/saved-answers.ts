/** Ending of the name of a file of saved answers. */
export const SAVED_ANSWERS_SUFFIX = '.antrag';

/** Largest file that is read, in characters: more than the largest data of an application. */
export const MOST_CHARACTERS = 800_000;
