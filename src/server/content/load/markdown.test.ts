import { describe, expect, test } from 'vitest';
import { htmlOf } from './markdown.ts';
import { splitModules } from './text-modules.ts';

const html = (text: string, place: 'module' | 'page' = 'module') =>
  htmlOf({ file: 'texts.de.md', line: 1, text }, place).html;

test.each([
  ['Ein **fettes** Wort.', '<p>Ein <strong>fettes</strong> Wort.</p>'],
  ['- eins\n- zwei', '<ul>\n<li>eins</li>\n<li>zwei</li>\n</ul>'],
  ['2. zwei', '<ol start="2">\n<li>zwei</li>\n</ol>'],
  ['### Vor Ort', '<h3>Vor Ort</h3>'],
  ['[Suche](/suche?q=hund)', '<p><a href="/suche?q=hund">Suche</a></p>'],
  ['[Mail](mailto:a@b.example)', '<p><a href="mailto:a@b.example">Mail</a></p>'],
  ['[115](tel:115)', '<p><a href="tel:115">115</a></p>'],
  ['[Gesetz](https://x.example)', '<p><a href="https://x.example" rel="external noopener">Gesetz</a></p>'],
  ['<abbr title="Absatz">Abs.</abbr>', '<p><abbr title="Absatz">Abs.</abbr></p>'],
  ['<span lang="en">Open Data</span>', '<p><span lang="en">Open Data</span></p>'],
  ['<div lang="de-DE" class="x">\n<p>Text</p>\n</div>', '<div lang="de-DE">\n<p>Text</p>\n</div>'],
  [
    '|a|\n|-|\n|1|',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n</tr>\n</tbody></table>',
  ],
])('%j is shown as %s', (text, expected) => {
  expect(html(text)).toBe(expected);
});

describe('headings nest below what stands above them', () => {
  test.each([
    ['<h1>A</h1>', '<h3>A</h3>'],
    ['<h2>A</h2>', '<h3>A</h3>'],
    ['##### A', '<h4>A</h4>'],
    ['###### A', '<h4>A</h4>'],
  ])('in a text module %s becomes %s', (text, expected) => expect(html(text)).toBe(expected));

  test.each([
    ['# A', '<h2>A</h2>'],
    ['## A', '<h2>A</h2>'],
    ['### A', '<h3>A</h3>'],
  ])('on a page %s becomes %s', (text, expected) => expect(html(text, 'page')).toBe(expected));
});

test.each([
  ['<script>alert(1)</script>Text', 'Text'],
  ['<p onclick="alert(1)" style="color:red" class="x" id="y">Text</p>', '<p>Text</p>'],
  ['<a href="javascript:alert(1)">Text</a>', '<p>Text</p>'],
  ['<a href=" java\tscript:alert(1)">Text</a>', '<p>Text</p>'],
  ['<a href="//evil.example">Text</a>', '<p>Text</p>'],
  ['<a href="/\\evil.example">Text</a>', '<p>Text</p>'],
  ['<a href="data:text/html,x">Text</a>', '<p>Text</p>'],
  [
    '<a href="https://x.example" target="_blank" rel="opener">T</a>',
    '<p><a href="https://x.example" rel="external noopener">T</a></p>',
  ],
  ['<iframe src="https://x.example"></iframe>Text', 'Text'],
  ['<svg><script>alert(1)</script></svg>Text', '<p>Text</p>'],
  ['<img src=x onerror=alert(1)>Text', '<p>Text</p>'],
  ['<style>p{display:none}</style>Text', 'Text'],
  ['<form action="/api"><input name="x">Text</form>', 'Text'],
  ['<div class="x"><span lang="x y">Text</span></div>', 'Text'],
  ['<b>B</b> <i>I</i>', '<p><strong>B</strong> <em>I</em></p>'],
  ['<math><mi xlink:href="javascript:alert(1)">x</mi></math>', '<p>x</p>'],
])('nothing harmful is left of %j', (text, expected) => {
  expect(html(text).replace(/\s+$/, '')).toBe(expected);
});

test('a fault knows its line in the file', () => {
  const source = '## Kurztext\n\nText\n\n## Kosten\n\nText\n\n[hier](foo)\n';
  const { modules } = splitModules('texts.de.md', source, 'de');
  const cost = modules.get('cost');
  expect(cost && htmlOf(cost, 'module').faults).toEqual([
    {
      file: 'texts.de.md',
      line: 9,
      reason: 'the link foo has to begin with https://, http://, mailto:, tel: or /',
    },
  ]);
});
