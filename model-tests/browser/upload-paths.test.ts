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
  // Pictures are prepared by a real browser in photos.test.ts.
  starts: uploadSubject.starts.filter(({ input }) => input.picture === null),
  events: (view) =>
    uploadSubject
      .events(view)
      .filter(
        ({ type }) => !type.startsWith('xstate') || /checking$|^quarantined|^postponed/.test(view.state),
      ),
};

/** Every arrow, and the removal from every state. */
const goal = ({ event, from, arrows }: Edge<UploadStep>): string =>
  event.type === 'removal.requested' ? `${from.state} removed` : arrows.map(({ id }) => id).join(' ');

walkPaths('leads a person through every arrow of a file', {
  subject,
  longest: 12,
  goal,
  content: () => makeProbeContent({}, () => ({}), pagesWithFiles),
  walker: (stage, path) => new UploadWalker(stage, path),
  timeLimitMs: 1_200_000,
});
