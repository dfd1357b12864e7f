import type { UploadContext, UploadInput } from '#machines/upload/upload.types.ts';
import { type UploadStep, uploadSubject } from '../flows/upload.subject.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import type { Edge } from '../paths/graph.ts';
import type { Subject } from '../paths/subject.ts';
import { pagesWithFiles, UploadWalker } from './upload-walker.ts';
import { walkPaths } from './walk-paths.ts';

/** The server answers once it has the file, not before; it is asked as time passes. */
const subject: Subject<UploadStep, UploadContext, UploadInput> = {
  ...uploadSubject,
  starts: uploadSubject.starts.filter(({ input }) => input.picture === null),
  events: (view) =>
    uploadSubject
      .events(view)
      .filter(
        ({ type }) => !type.startsWith('xstate') || /checking$|^quarantined|^postponed/.test(view.state),
      ),
};

/**
 * Arrows of pictures. The real preparation ends when it likes, so photos.test.ts waits for its outcomes; that it breaks
 * or takes a minute is in model-tests/flows/upload-steps.test.ts.
 */
const ofPictures = [
  'chosen always',
  'preparing xstate.done.actor.0.upload.preparing',
  'preparing xstate.done.actor.0.upload.preparing#2',
  'preparing xstate.error.actor.0.upload.preparing',
  'preparing xstate.after.untilSentAsItIs.upload.preparing',
  'unprepared always',
  'unprepared always#2',
];

/** Every arrow, and the removal from every state. */
const goal = ({ event, from, arrows }: Edge<UploadStep>): string =>
  event.type === 'removal.requested' ? `${from.state} removed` : arrows.map(({ id }) => id).join(' ');

walkPaths('leads a person through every arrow of a file', {
  subject,
  longest: 12,
  elsewhere: Object.fromEntries(ofPictures.map((arrow) => [arrow, 'model-tests/flows/upload-steps.test.ts'])),
  goal,
  content: () => makeProbeContent({}, () => ({}), pagesWithFiles),
  walker: (stage, path) => new UploadWalker(stage, path),
  timeLimitMs: 1_200_000,
});
