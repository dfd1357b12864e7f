/** Key of the end of the session that a window has announced last: its moment, nothing about the person. */
const KEY = 'serviceportal.announced';

/**
 * Whether this window is the one to announce the end of the session: the first of all windows, also before a reload.
 * A hidden window waits until somebody can see it.
 * @param end moment of the end, as the server names it
 */
export async function claimAnnouncement(end: string, signal: AbortSignal): Promise<boolean> {
  await becomesVisible(signal);
  return navigator.locks.request(KEY, { signal }, () => {
    if (localStorage.getItem(KEY) === end) return false;
    localStorage.setItem(KEY, end);
    return true;
  });
}

const becomesVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal });
    look();
  });
