/** A thread that has much to load before it is ready. */
const end = performance.now() + 400;
while (performance.now() < end);
await import('./thread.hostage.ts');
