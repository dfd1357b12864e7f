declare const require: (name: string) => unknown;

// React runs as soon as its chunk has arrived (build/chunks.ts), not when it is first used.
queueMicrotask(() => require('react-dom/client'));
