/** Pixels of a picture: more than any scanner or camera makes of a sheet of paper, and what programs can open. */
export const MAX_PIXELS = 100_000_000;
