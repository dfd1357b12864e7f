import ky, { type KyInstance, type Options } from 'ky';
import { createPartnerFetch, type PartnerCalls } from './partner-fetch.ts';

/**
 * Returns the HTTP client of an adapter: ky over the one way to call a partner, whose limits hold for each attempt.
 * By default it returns answers of every status, and repeats nothing. ky's own errors contain the whole request, with
 * secrets and personal data: an adapter that lets ky throw replaces them (`beforeError`).
 */
export const createPartnerClient = (calls: PartnerCalls, options: Options = {}): KyInstance =>
  ky.create({
    throwHttpErrors: false,
    retry: 0,
    ...options,
    // The limit of the fetch also covers the body of an answer.
    timeout: false,
    fetch: createPartnerFetch(calls),
  });
