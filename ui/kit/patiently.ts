const PAUSE_MS = 1_500;
const TRIES = 4;

/**
 * Loads code or texts of a screen. A lost connection only delays it: nothing on the screen may be lost for it. With a
 * connection it is tried a few times.
 * @throws what the last try threw
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
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
