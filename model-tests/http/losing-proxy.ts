import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LosingProxy = {
  url: string;
  /** The answer to the next call is received whole, and its caller is cut off instead of getting any of it. */
  loseNext(): void;
  close(): Promise<void>;
};

/** Stands between people and the portal, as a network does that breaks at the worst moment. */
export async function startLosingProxy(portal: string): Promise<LosingProxy> {
  const { hostname, port } = new URL(portal);
  let losing = false;
  const server = createServer((asked, answering) => {
    const loses = losing;
    losing = false;
    const { method, url, headers } = asked;
    const call = httpRequest({ hostname, port, method, path: url, headers }, (answer) => {
      if (!loses) {
        answering.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(answering);
        return;
      }
      answer.resume();
      answer.on('end', () => asked.socket.destroy());
    });
    call.on('error', () => asked.socket.destroy());
    asked.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNext: () => {
      losing = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
