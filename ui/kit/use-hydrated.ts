import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while its page is taken up, true from then on: for what needs script. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
