import { faultLines } from '#server/content/fault-lines.ts';
import type { ContentFault } from '#server/content/types.ts';

/** Faulty content, which is not served. The message names every file, line and reason. */
export class ContentRefused extends Error {
  readonly faults: ContentFault[];

  constructor(faults: ContentFault[]) {
    super(['The content cannot be used:', ...faultLines(faults)].join('\n'));
    this.name = 'ContentRefused';
    this.faults = faults;
  }
}
