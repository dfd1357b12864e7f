import { parentPort, workerData } from 'node:worker_threads';
import { type LoadTask, loadContent } from './load.ts';

/** Loads a content folder in a thread of its own (content-store.ts). */
const task = workerData as LoadTask;
parentPort?.postMessage(loadContent(task.dir, task));
