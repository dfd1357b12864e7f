import { escapeHtml } from '#server/html/html-document.ts';
import type { openApiDocument } from './openapi-document.ts';

type Document = ReturnType<typeof openApiDocument>;
type Operation = {
  summary: string;
  'x-origin': string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: unknown;
  responses: Record<string, { description: string }>;
};

const json = (value: unknown) => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

/** The OpenAPI document as one plain page for developers, in English, readable without script. */
export function docsPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) => [method.toUpperCase(), path, operation as Operation] as const,
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls of the service portal</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<main>
<h1>Calls of the service portal</h1>
<p>Version ${escapeHtml(document.info.version)}. The same as a document: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
${entries.map(([method, path, operation]) => section(method, path, operation)).join('\n')}
</main>
</body>
</html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}${required ? ', required' : ''}</td><td>${json(schema)}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) =>
      `<tr><th scope="row">${status}</th><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<section>
<h2><code>${method} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)}${operation['x-origin'] === 'own' ? ' <em>(own call)</em>' : ''}</p>
${parameters.length ? `<table><caption>Parameters</caption><tbody>${parameters.join('')}</tbody></table>` : ''}
${operation.requestBody ? `<details><summary>Request body</summary>${json(operation.requestBody)}</details>` : ''}
<table><caption>Answers</caption><tbody>${responses.join('')}</tbody></table>
<details><summary>Schemas of the answers</summary>${json(operation.responses)}</details>
</section>`;
}

export const docsStyle = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1b1f24; background: #fff; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
section { border-top: 1px solid #c3ccd5; padding: 1rem 0; }
h2 { font-size: 1.125rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; font-size: 0.875rem; }
summary { cursor: pointer; padding: 0.5rem 0; }
`;
