/**
 * Notices of the end of a session. They are loaded in one piece as soon as there is a session, before the network may
 * be gone.
 */
export { ComingEndReminder } from './coming-end.tsx';
export { EndingDialog } from './ending-dialog.tsx';
export { ExpiredDialog } from './expired-dialog.tsx';
export { SessionEnd } from './session-end.tsx';
export { SessionWarnings } from './session-warnings.tsx';
