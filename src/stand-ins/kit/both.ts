import { type Html, html } from '#server/html/html.ts';

/** A text in German with its English version below, each marked with its language. */
export const both = (de: string, en: string): Html =>
  html`<span class="de">${de}</span> <span class="en" lang="en">${en}</span>`;
