import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import sanitizeHtml from 'sanitize-html';

/** The minimum that a page needs to be pleasant to read. */
const style =
  'body{margin:0 auto;max-width:70ch;padding:1rem;font:1.125rem/1.5 sans-serif;color:#131525}a{color:#2044aa}input,button{font:inherit;padding:.5rem}h1{line-height:1.2}li{margin:.5rem 0}header,footer{padding:1rem 0;border-bottom:1px solid #ccc}';

/** The text of a portal page with its links and fields, in the plainest HTML. */
export function plainPage(html: string): string {
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? [];
  const plain = sanitizeHtml(body, {
    allowedTags:
      'a p ul ol li h1 h2 h3 h4 dl dt dd strong em table tr th td form label input button header main footer nav section article'.split(
        ' ',
      ),
    allowedAttributes: { a: ['href'], input: ['type', 'name', 'value'], form: ['action'] },
    nonTextTags: ['script', 'style', 'svg'],
  });
  return `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Seite</title><link rel="icon" href="data:,"><style>${style}</style>${plain}</html>`;
}

/** Serves pages unchanged, compressed: the least that a server can do. */
export async function servePlain(pages: Record<string, string>) {
  const bodies = new Map(Object.entries(pages).map(([path, html]) => [path, brotliCompressSync(html)]));
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
    });
    response.end(body ?? brotliCompressSync('-'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
