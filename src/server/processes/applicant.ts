import type { Session } from '#server/sessions/session.ts';

/** Whether a person is logged in who has a postbox for messages. */
export const hasPostbox = ({ userId, identity }: Session): boolean =>
  userId !== null && identity.postboxHandle !== null;

/** Name and postbox of the person who is logged in. */
export const applicantOf = (session: Session) =>
  session.userId === null
    ? null
    : { name: session.identity.name, postboxHandle: session.identity.postboxHandle };
