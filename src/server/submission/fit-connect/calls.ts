import type { Options } from 'ky';
import type * as z from 'zod';
import type { FitConnectConfig } from './config.ts';
import { deliveryFault, hasStatus } from './errors.ts';
import { createHttp } from './http.ts';
import { createAccessTokens } from './token.ts';

export type Calls = {
  /** An authorised call; throws PartnerUnavailable or DeliveryRefused. */
  call(url: string, options?: Options): Promise<Response>;
  /** Reads a call's JSON; an answer of another shape is PartnerUnavailable. */
  read<T>(schema: z.ZodType<T>, response: Promise<Response>): Promise<T>;
};

/** Makes every call to the delivery service: with token, repeats, time limit, and our own errors. */
export function createCalls(config: FitConnectConfig): Calls {
  const http = createHttp(config);
  const tokens = createAccessTokens(http, config);

  /** A token can be revoked early: then fetches a new one and repeats the call once. */
  async function authorised(url: string, options: Options): Promise<Response> {
    for (let last = false; ; last = true) {
      const token = await tokens.get();
      const headers = { ...options.headers, authorization: `Bearer ${token}` };
      try {
        return await http(url, { ...options, headers });
      } catch (error) {
        if (last || !hasStatus(deliveryFault(error), 401)) throw error;
        tokens.forget(token);
      }
    }
  }

  return {
    async call(url, options = {}) {
      try {
        return await authorised(url, options);
      } catch (error) {
        throw deliveryFault(error);
      }
    },
    async read(schema, response) {
      const answer = await response;
      try {
        return schema.parse(await answer.json());
      } catch (error) {
        const path = new URL(answer.url).pathname;
        throw deliveryFault(new Error(`unexpected answer of ${path}`, { cause: error }));
      }
    },
  };
}
