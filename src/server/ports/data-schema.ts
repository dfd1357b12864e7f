/**
 * A data schema of an authority as the content keeps it: plain data, which may cross a thread. Whoever asks about it
 * again should do so with the same object, because it is compiled once for each.
 */
export type KeptSchema = {
  /** Name that the destination offers it under; it is never fetched. */
  schemaUri: string;
  mimeType: 'application/json' | 'application/xml';
  /** Name of its file in the folder of the service, for messages. */
  file: string;
  /** JSON Schema, or XSD. */
  text: string;
  /** Values that no question asks for, by the path of their element (ids of FIM joined by dots). */
  constants: Readonly<Record<string, string | number | boolean>>;
};

/** Why a text does not fit its schema: the path of ids to the element ('' is the whole), and a reason without values. */
export type DataFault = { path: string; reason: string };
