import type { SnapshotFrom } from 'xstate';
import type { portalMachine } from './portal.machine.ts';

type Snapshot = SnapshotFrom<typeof portalMachine>;

export const selectIsOffline = (snapshot: Snapshot): boolean => snapshot.matches({ network: 'offline' });
export const selectPlace = ({ context }: Snapshot) => context.place;
export const selectViewer = ({ context }: Snapshot) => context.viewer;
/** The application in progress; undefined on other pages. */
export const selectApplication = (snapshot: Snapshot) => snapshot.children.application;
/** The process of the application in progress; read it again each time, as the portal does not change with it. */
export const processUnderWay = (snapshot: Snapshot) =>
  snapshot.children.application?.getSnapshot().context.process ?? null;
export const selectDrafts = (snapshot: Snapshot) => snapshot.children.drafts;
/** The flow of a person between this portal and another one; undefined on other pages. */
export const selectHandover = (snapshot: Snapshot) => snapshot.children.handover;
export const selectLogins = (snapshot: Snapshot) => snapshot.children.logins;
