import { type FromFrame, fromFrame } from '#contract/frame-messages.ts';
import type { EmbeddedEvent } from '#machines/embedded/embedded.types.ts';

/** The event that a message of a frame means; null for anything that is not a message of this case. */
export function eventOf(message: unknown, caseId: string): EmbeddedEvent | null {
  const read = fromFrame.safeParse(message);
  if (!read.success) return null;
  const event = meaning(read.data);
  const isOfCase = read.data.caseId === caseId || (read.data.caseId === null && event.type === 'frame.ended');
  return isOfCase ? event : null;
}

function meaning(said: FromFrame): EmbeddedEvent {
  switch (said.type) {
    case 'lip:ready':
      return { type: 'frame.readied', page: said.page, title: said.title };
    case 'lip:height':
      return { type: 'frame.resized', height: said.height };
    case 'lip:page':
      return { type: 'frame.pageShown', page: said.page, title: said.title };
    case 'lip:dirty':
      return { type: 'frame.dirtied', dirty: said.dirty };
    case 'lip:progress':
      return { type: 'frame.progressed', revision: said.revision };
    case 'lip:complete':
      return { type: 'frame.completed', revision: said.revision };
    case 'lip:cancel':
      return { type: 'frame.cancelled' };
    case 'lip:session':
      return { type: said.state === 'lost' ? 'frame.ended' : 'frame.warned' };
  }
}
