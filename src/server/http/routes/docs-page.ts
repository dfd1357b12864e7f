import { type Html, html } from '#server/html/html.ts';
import type { openApiDocument } from './openapi-document.ts';

type Document = ReturnType<typeof openApiDocument>;
type Operation = {
  summary: string;
  'x-origin': string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: unknown;
  responses: Record<string, { description: string }>;
};

const json = (value: unknown): Html => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

/** The OpenAPI document as one plain page for developers, in English, readable without script. */
export function docsPage(document: Document): string {
  const sections = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      section(method.toUpperCase(), path, operation as Operation),
    ),
  );
  return html`<!doctype html>
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
<p>Version ${document.info.version}. The same as a document: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
${sections}
</main>
</body>
</html>`.text;
}

function section(method: string, path: string, operation: Operation): Html {
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${place}${required && ', required'}</td><td>${json(schema)}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => html`<tr><th scope="row">${status}</th><td>${description}</td></tr>`,
  );
  return html`<section>
<h2><code>${method} ${path}</code></h2>
<p>${operation.summary}${operation['x-origin'] === 'own' && html` <em>(own call)</em>`}</p>
${parameters.length > 0 && html`<table><caption>Parameters</caption><tbody>${parameters}</tbody></table>`}
${operation.requestBody !== undefined && html`<details><summary>Request body</summary>${json(operation.requestBody)}</details>`}
<table><caption>Answers</caption><tbody>${responses}</tbody></table>
<details><summary>Schemas of the answers</summary>${json(operation.responses)}</details>
</section>`;
}

export const docsStyle = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
section { border-top: 1px solid #8d9aa8; padding: 1rem 0; }
h2 { font-size: 1.125rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; font-size: 0.875rem; }
summary { cursor: pointer; padding: 0.5rem 0; }
`;
