import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { entryOf, type Past } from '#server/trail/entries.ts';

/** Reads the entries of files, the oldest first: of trails, and deletions of security logs. @throws Error of a file */
export async function readTrail(files: readonly string[]): Promise<Past[]> {
  const past: Past[] = [];
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const entry = entryOf(line);
      if (entry !== null) past.push(entry);
    }
  }
  return past.sort((one, other) => one.at.getTime() - other.at.getTime());
}
