/** Time that a test waits for something to appear: a busy machine is not the screen's fault. */
const PATIENCE_MS = 15_000;

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
