import type { PictureDoubt } from '#machines/upload/upload.types.ts';

/** Order to the worker: a picture, and what it may be. */
export type PictureOrder = {
  blob: Blob;
  isHeic: boolean;
  /** The kind of the picture is refused, so that it must become a JPEG. */
  isRefused: boolean;
  /** The field asks for a picture that is higher than wide. */
  isUpright: boolean;
  /** Most bytes of a file. */
  limit: number;
};

export type PictureResult = {
  preview: string;
  doubt: PictureDoubt | null;
  /** The file to be sent instead; null where the picture can stay, or cannot become small enough. */
  jpeg: Blob | null;
};
