const PAUSE_MS = 1_500;
const TRIES = 4;

/**
 * Loads code or texts of a screen. Without a connection it waits for one, so that nothing on the screen is lost; with a
 * connection it gives up after a few attempts.
 * @throws the error of the last attempt
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) tries += 1;
      if (tries > TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
