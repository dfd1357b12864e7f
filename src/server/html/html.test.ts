import { expect, it } from 'vitest';
import { Html, html } from './html.ts';

it('escapes what is put in, for contents and for attributes in either quotes', () => {
  expect(html`<p title="${`"a" & 'b'`}">${'<b>'}${7}</p>`.text).toBe(
    '<p title="&#34;a&#34; &#38; &#39;b&#39;">&#60;b&#62;7</p>',
  );
});

it('takes markup as it is, alone, in lists, and in lists of lists', () => {
  const item = html`<li>${'&'}</li>`;
  expect(html`<ul>${item}${[item, [item, '<']]}</ul>${new Html('<hr>')}`.text).toBe(
    '<ul><li>&#38;</li><li>&#38;</li><li>&#38;</li>&#60;</ul><hr>',
  );
});

it('puts nothing for false and null, and does not take 0 and the empty text for them', () => {
  expect(html`${false}${null}|${0}|${''}|`.text).toBe('|0||');
});
