import type { ArchivePdf } from './archive.ts';
import { measuring } from './measuring.ts';
import type { Pen, Tag } from './pen.ts';

/** A pen that measures but writes nothing. */
export function blankPen(pdf: ArchivePdf): Pen {
  const tag: Tag = { add: () => tag, write: () => undefined, close: () => undefined };
  const nothing = (): void => undefined;
  return { ...measuring(pdf), root: tag, turn: async () => undefined, rule: nothing, repeat: nothing };
}
