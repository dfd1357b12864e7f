/** Address in the errors of Chromium and Firefox: the script that could not be loaded. */
const ADDRESS = /https?:\/\/\S+\.js\b/;

/**
 * Imports a script; one that could not be loaded is requested once more. A page remembers for as long as it is open
 * that a script has failed (HTML standard, module map), and asks no more under its address, even when the network is
 * back: so the second request uses another address.
 * @param load the import, also when it has failed before
 * @param bring imports an address; for tests
 * @throws the error of `load` when it names no script of this portal, else that of the second request
 */
export async function importAgain<Module>(load: () => Promise<Module>, bring = importFrom): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = addressIn(error);
    if (!address) throw error;
    address.searchParams.set('again', String(Date.now()));
    return (await bring(address.href)) as Module;
  }
}

function addressIn(error: unknown): URL | null {
  const address = ADDRESS.exec(error instanceof Error ? error.message : '')?.[0];
  const url = address === undefined ? null : URL.parse(address);
  return url?.origin === location.origin ? url : null;
}

const importFrom = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
