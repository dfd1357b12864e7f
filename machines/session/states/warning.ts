import { aboutAnswer } from '../../kit/params.ts';
import { sessionSetup, title } from '../session.setup.ts';

/**
 * The warnings before the session ends (spec section 4): a quiet reminder five minutes and a question one minute before
 * it would end through inactivity, and once an announcement five minutes before its end in any case. One at a time: the
 * question comes first, the reminder last.
 */
export const warning = sessionSetup.createStateConfig({
  meta: title('warning'),
  initial: 'none',
  states: {
    none: {
      meta: title('warning.none'),
      always: [
        { guard: 'idleWarningIsDue', target: 'asking' },
        { guard: 'endWarningIsOurs', target: 'announcing' },
        { guard: 'endWarningIsDue', target: 'claiming' },
        { guard: 'idleReminderIsDue', target: 'reminding' },
      ],
    },
    /** Asks nothing and is in nobody's way; any window that is used meanwhile ends it. */
    reminding: {
      meta: title('warning.reminding'),
      always: [
        { guard: 'idleWarningIsDue', target: 'asking' },
        { guard: 'endWarningIsDue', target: 'claiming' },
        { guard: 'idleReminderIsPast', target: 'none' },
      ],
    },
    /** Counts down; any window that is used meanwhile ends it. */
    asking: {
      meta: title('warning.asking'),
      always: { guard: 'idleWarningIsPast', target: 'none' },
    },
    claiming: {
      meta: title('warning.claiming'),
      always: [
        { guard: 'idleWarningIsDue', target: 'asking' },
        { guard: 'endWarningIsPast', target: 'none' },
      ],
      invoke: {
        src: 'claimAnnouncement',
        input: ({ context }) => ({ end: context.user?.sessionExpiration ?? '' }),
        onDone: [
          {
            guard: { type: 'announcementIsGranted', params: aboutAnswer },
            target: 'announcing',
            actions: 'claimAnnouncement',
          },
          { target: 'none', actions: 'noteAnnouncement' },
        ],
        // An announcement twice is better than none.
        onError: { target: 'announcing', actions: 'claimAnnouncement' },
      },
    },
    announcing: {
      meta: title('warning.announcing'),
      always: [
        { guard: 'idleWarningIsDue', target: 'asking' },
        { guard: 'endWarningIsPast', target: 'none' },
      ],
      on: { 'warning.acknowledged': { target: 'none', actions: 'noteAnnouncement' } },
    },
  },
});
