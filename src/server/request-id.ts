import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The id of the request for which something is done, as it stands in the logs and the answer; undefined in work that
 * nobody waits for. Partners get it with each call, so that their logs can be compared with ours.
 */
export const currentRequest = new AsyncLocalStorage<string>();

/** Header by which proxies, this server and its partners name a request. */
export const REQUEST_ID = 'x-request-id';
