import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) =>
  String(key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }));

/** Keys of a portal and of a form server. */
export function serverKeys() {
  const portal = newKeys();
  const server = newKeys();
  const config = {
    clientId: 'portal',
    privateKey: pem(portal.privateKey),
    publicKey: pem(server.publicKey),
  };
  return {
    config,
    portalKey: portal.publicKey,
    serverKey: server.privateKey,
    strangersKey: newKeys().privateKey,
  };
}

/** The content of a request. By default its answer is signed correctly. */
export type Asked = { operation: string; claims: JWTPayload };
export type Answered =
  | { status: number; error?: string }
  | { bytes: Buffer }
  | {
      claims: object;
      key?: KeyObject;
      typ?: string;
      issuer?: string;
      audience?: string;
      agedSeconds?: number;
    };

/** A form server with the answers of a test: hostile ones that the stand-in of a real server cannot give. */
export async function startAnswering(answer: (asked: Asked) => Answered) {
  const keys = serverKeys();
  let origin = '';
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const operation = (request.url ?? '').split('/').at(-1) ?? '';
    const { payload } = await jwtVerify(Buffer.concat(pieces).toString(), keys.portalKey, {
      audience: origin,
      issuer: keys.config.clientId,
      typ: 'form-request+jwt',
    });
    const given = answer({ operation, claims: payload });
    if ('status' in given) {
      response.writeHead(given.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: given.error ?? '' }));
    } else if ('bytes' in given) {
      response.end(given.bytes);
    } else {
      const at = Math.floor(Date.now() / 1000) - (given.agedSeconds ?? 0);
      const token = await new SignJWT({
        op: operation,
        inResponseTo: payload.jti,
        processId: payload.processId,
        caseId: payload.caseId,
        ...given.claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: given.typ ?? 'form-answer+jwt' })
        .setIssuer(given.issuer ?? origin)
        .setAudience(given.audience ?? keys.config.clientId)
        .setIssuedAt(at)
        .setExpirationTime(at + 60 + (given.agedSeconds ?? 0))
        .sign(given.key ?? keys.serverKey);
      response.end(token);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: origin,
    ...keys,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
