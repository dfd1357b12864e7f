import type { Session } from '#server/sessions/session.ts';
import type { Applicant } from '#server/storage/tables.ts';

/** Whether a person is logged in and has a postbox for messages. */
export const hasPostbox = ({ userId, identity }: Session): boolean =>
  userId !== null && identity.postboxHandle !== null;

/** Returns the person who is logged in, and the company that they act for. */
export function applicantOf({ userId, identity }: Session): Applicant | null {
  if (userId === null) return null;
  const { name, postboxHandle, company, providerId } = identity;
  return { name, postboxHandle, ...(company && { company }), providerId };
}
