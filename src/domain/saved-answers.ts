/** Answers as a file that a person keeps, and the code that opens it: it is shown once. `until` is an ISO time. */
export type SavedFile = { file: string; name: string; code: string; until: string };

/** Ending of the name of a file with saved answers. */
export const SAVED_ANSWERS_SUFFIX = '.antrag';

/** Largest file that is read, in characters: more than the largest data of an application. */
export const MOST_CHARACTERS = 800_000;
