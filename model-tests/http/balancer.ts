import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  url: string;
  /** Gives calls to this server, too. */
  add(server: string): void;
  /** Gives no more calls to this server. @returns when those that it has are answered */
  remove(server: string): Promise<void>;
  close(): Promise<void>;
};

/** Stands in front of several servers, as a load balancer does, and gives them the calls in turn. */
export async function startBalancer(): Promise<Balancer> {
  const open = new Map<string, number>();
  const emptied = new Map<string, () => void>();
  let servers: string[] = [];
  let turn = 0;
  const proxy = createServer((asked, answering) => {
    turn += 1;
    const server = servers[turn % servers.length]!;
    const { hostname, port } = new URL(server);
    open.set(server, (open.get(server) ?? 0) + 1);
    answering.on('close', () => {
      open.set(server, open.get(server)! - 1);
      if (open.get(server) === 0) emptied.get(server)?.();
    });
    const { method, url, headers } = asked;
    // A connection for each call: one that is kept may be closed by a server that ends, just when it is used.
    const call = httpRequest({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      answering.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answering);
    });
    call.on('error', () => asked.socket.destroy());
    asked.pipe(call);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    add: (server) => {
      servers = [...servers, server];
    },
    remove: async (server) => {
      servers = servers.filter((one) => one !== server);
      if ((open.get(server) ?? 0) === 0) return;
      await new Promise<void>((resolve) => emptied.set(server, resolve));
      emptied.delete(server);
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
