import type { Session } from '#server/sessions/session.ts';

/** The person who is logged in has a postbox that messages can be sent to. */
export const hasPostbox = ({ userId, identity }: Session): boolean =>
  userId !== null && identity.postboxHandle !== null;

/** Name and postbox of the person who is logged in. */
export const applicantOf = (session: Session) =>
  session.userId === null
    ? null
    : { name: session.identity.name, postboxHandle: session.identity.postboxHandle };
