/** What is told of the end of a session: fetched in one piece once there is a session, before the network may be gone. */
export { ComingEndNotice } from './coming-end.tsx';
export { EndingDialog } from './ending-dialog.tsx';
export { SessionEnd } from './session-end.tsx';
export { SessionNotice } from './session-notice.tsx';
export { SessionWarnings } from './session-warnings.tsx';
