import type { ContentFault } from '#server/content/types.ts';

/** Faulty content, which is not served. The message names every file, line and reason. */
export class ContentRefused extends Error {
  constructor(faults: ContentFault[]) {
    super(
      [
        'The content cannot be used:',
        ...faults.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`),
      ].join('\n'),
    );
    this.name = 'ContentRefused';
  }
}
