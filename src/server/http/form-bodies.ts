import type { FastifyInstance } from 'fastify';

/** The largest answer of the account (saml-shape.ts), in base64 and with every character escaped for a form. */
const FORM_BYTES = 256 * 1024;

/** Reads the bodies of forms that a browser sends without script; of several fields of one name, the last counts. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  );
}
