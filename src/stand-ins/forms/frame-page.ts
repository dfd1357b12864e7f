import { type Html, html } from '#server/html/html.ts';
import { WORDS } from './words.ts';

/** The page that is loaded into the frame; its script redeems the token and fills it. */
export const framePage = (shown: { portals: readonly string[]; nested: string | null }): Html =>
  html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="portals" content="${shown.portals.join(' ')}">
<title>Formularwerk</title>
<link rel="stylesheet" href="/frame.css">
<link rel="icon" href="data:,">
<script type="module" src="/frame/scripts/main.ts"></script>
</head>
<body>
<main id="content"></main>
<noscript><p>${WORDS.noScript.de}</p><p lang="en">${WORDS.noScript.en}</p></noscript>
${shown.nested !== null && html`<iframe hidden src="${shown.nested}/nested"></iframe>`}
</body>
</html>
`;

/** A page for the inside of the frame's page. */
export const nestedPage = (): Html =>
  html`<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Formularwerk</title>
<script type="module" src="/frame/scripts/nested.ts"></script></head><body></body></html>`;

/** The page to which a frame navigates away. */
export const elsewherePage = (): Html =>
  html`<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Eine andere Website</title></head>
<body><p>Eine andere Website. <span lang="en">Another website.</span></p></body></html>`;
