import type { Options } from 'ky';
import { authorised } from '#server/access-tokens.ts';
import type { FitConnectConfig } from './config.ts';
import { createHttp } from './http.ts';
import { createAccessTokens } from './token.ts';

/** An authorised call to the delivery service. @throws PartnerUnavailable or DeliveryRefused */
export type Call = (url: string, options?: Options) => Promise<Response>;

/** Makes every call to the delivery service: with token, repeats, time limit, and our own errors. */
export function createCall(config: FitConnectConfig): Call {
  const http = createHttp(config);
  const tokens = createAccessTokens(http, config);
  return (url, options = {}) =>
    authorised(tokens, (authorization, isLast) =>
      http(url, {
        ...options,
        headers: { ...options.headers, authorization },
        throwHttpErrors: (status) => isLast || status !== 401,
      }),
    );
}
