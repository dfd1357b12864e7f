import { afterAll } from 'vitest';
import { type AnnouncementGate, openGate } from '../http/announcement-gate.ts';
import { clockedServer } from '../http/portal.ts';
import { SessionWalker } from './session-walker.ts';
import { sessionWorld } from './session-world.ts';
import { walkPaths } from './walk-paths.ts';

let gate: AnnouncementGate | undefined;
afterAll(() => gate?.close());

walkPaths('leads a person with windows and devices through every arrow of the session', {
  subject: sessionWorld,
  longest: 16,
  portal: {
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal', CLOCK: 'stopped' },
    between: async ({ environment }) => {
      gate = await openGate(environment.FITCONNECT_SUBMISSION_URL!, environment.POSTBOX_DESTINATION_ID!);
      return { FITCONNECT_SUBMISSION_URL: gate.url };
    },
  },
  walker: (stage) => new SessionWalker({ ...stage, gate: gate! }),
  timeLimitMs: 1_200_000,
});
