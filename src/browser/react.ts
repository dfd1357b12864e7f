declare const require: (name: string) => unknown;

// React runs as soon as the chunk that holds it is there (build/chunks.ts), not with the first that uses it.
queueMicrotask(() => require('react-dom/client'));
