import { expect, it } from 'vitest';
import { evaluate } from './expression.ts';
import { parseTemplate } from './template.ts';

const top = { Values: { name: 'portal', empty: '', list: ['a', 'b'] } };
const scope = { dot: top, top, variables: { $key: 'k' }, include: (name: string) => name };

it.each([
  ['.Values.name | quote', '"portal"'],
  ['printf "%s|%v" $key .Values.name', 'k|portal'],
  ['join "," $.Values.list', 'a,b'],
  ['add 1 2 3', 6],
  ['include "it" . | nindent 2', '\n  it'],
])('evaluates %s', (expression, value) => {
  expect(evaluate(expression, scope)).toBe(value);
});

it.each([
  ['a value that does not exist', '.Values.nmae'],
  ['a function that it does not know', 'upper .Values.name'],
  ['a function after a pipe that it does not know', '.Values.name | upper'],
  ['brackets', 'quote (.Values.name)'],
  ['two values side by side', '.Values.name .Values.name'],
  ['a list as a text', 'quote .Values.list'],
])('refuses %s', (_, expression) => {
  expect(() => evaluate(expression, scope)).toThrow(/no value|no function|not known|no text/);
});

it.each([
  ['a block without an end', '{{ if .a }}x'],
  ['an end without a beginning', 'x{{ end }}'],
  ['a variable', '{{ $a := 1 }}'],
  ['a comment', '{{/* why */}}'],
  ['another kind of else', '{{ if .a }}{{ else with .b }}{{ end }}'],
])('refuses %s', (_, template) => {
  expect(() => parseTemplate(template)).toThrow(/an end is missing|without a beginning|not known/);
});
