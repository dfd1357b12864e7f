import { useSelector } from '@xstate/react';
import { type ComponentType, createContext, use } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import type { coverMachine } from '#machines/cover/cover.machine.ts';
import type { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import type { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import type { formMachine } from '#machines/form/form.machine.ts';
import type { handingInMachine } from '#machines/handingIn/handingIn.machine.ts';
import type { loginsMachine } from '#machines/logins/logins.machine.ts';
import type { ownDataMachine } from '#machines/ownData/ownData.machine.ts';
import type { portalMachine } from '#machines/portal/portal.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { windowsMachine } from '#machines/windows/windows.machine.ts';

export type PortalActor = ActorRefFrom<typeof portalMachine>;
export type ApplicationActor = ActorRefFrom<typeof applicationMachine>;
export type FormActor = ActorRefFrom<typeof formMachine>;
export type EmbeddedActor = ActorRefFrom<typeof embeddedMachine>;
export type DraftsActor = ActorRefFrom<typeof draftsMachine>;
export type HandingInActor = ActorRefFrom<typeof handingInMachine>;
export type LoginsActor = ActorRefFrom<typeof loginsMachine>;
export type OwnDataActor = ActorRefFrom<typeof ownDataMachine>;

/** Tools that screens get from outside: the workflows, and the few things only the browser's side can do. */
export type PortalTools = {
  portal: PortalActor;
  /** Goes to an address of this portal. */
  navigate: (href: string) => void;
  /**
   * Called when a page is on the screen with its contents, each time. React hydrates the contents of a boundary after
   * its surroundings, so nobody outside of the page knows when that is.
   */
  pageShown?: (() => void) | undefined;
  /**
   * Keeps the application on the screen instead, in a dialog about the end of the session. Public pages come without
   * its code. `before` ends the dialog.
   */
  KeepInstead?: ComponentType<{ before: () => void }> | undefined;
};

const ToolsContext = createContext<PortalTools | null>(null);
export const PortalToolsProvider = ToolsContext.Provider;

export function usePortalTools(): PortalTools {
  const tools = use(ToolsContext);
  if (!tools) throw new Error('no PortalToolsProvider');
  return tools;
}

const LocaleContext = createContext<Locale>('de');
export const LocaleProvider = LocaleContext.Provider;
/** The language of the page. */
export const useLocale = (): Locale => use(LocaleContext);

const HrefContext = createContext('/');
export const HrefProvider = HrefContext.Provider;
/** The address of the page with its query, for links that return to it. */
export const useHref = (): string => use(HrefContext);

export const usePortal = <T,>(select: (snapshot: SnapshotFrom<typeof portalMachine>) => T): T =>
  useSelector(usePortalTools().portal, select);

type Children = SnapshotFrom<typeof portalMachine>['children'];

/** An actor that lives as long as the portal. */
const useChild = <Id extends keyof Children>(id: Id): NonNullable<Children[Id]> =>
  usePortalTools().portal.getSnapshot().children[id]!;

export const useSessionActor = () => useChild('session');
export const useLoginActor = () => useChild('login');
export const useAccountLogoutActor = () => useChild('accountLogout');
export const useLocationActor = () => useChild('location');
export const useSearchActor = () => useChild('search');
export const useNotificationsActor = () => useChild('notifications');
export const useLoadingActor = () => useChild('loading');

export const useSession = <T,>(select: (snapshot: SnapshotFrom<typeof sessionMachine>) => T): T =>
  useSelector(useSessionActor(), select);

/** The workflow that keeps the entries of a person without an account; only while an application is on the screen. */
export const useKeepingActor = () => usePortal(({ children }) => children.keeping);
/** The workflow of the person's windows; only while an application is on the screen. */
export const useWindowsActor = () => usePortal(({ children }) => children.windows);
/**
 * Selects from the workflow of the person's windows.
 * @param without the value while no application is on the screen
 */
export const useWindows = <T,>(select: (snapshot: SnapshotFrom<typeof windowsMachine>) => T, without: T): T =>
  useSelector(useWindowsActor(), (snapshot) => (snapshot ? select(snapshot) : without));

/** The workflow that covers the entries; only while an application is on the screen. */
export const useCoverActor = () => usePortal(({ children }) => children.cover);
export const useCover = (select: (snapshot: SnapshotFrom<typeof coverMachine>) => boolean): boolean =>
  useSelector(useCoverActor(), (snapshot) => snapshot !== undefined && select(snapshot));
