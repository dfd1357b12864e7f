/** Parts that tell of the end of a session: loaded in one piece with a session, as the network may be gone later. */
export { ComingEndReminder } from './coming-end.tsx';
export { EndingDialog } from './ending-dialog.tsx';
export { ExpiredDialog } from './expired-dialog.tsx';
export { SessionEnd } from './session-end.tsx';
export { SessionWarnings } from './session-warnings.tsx';
