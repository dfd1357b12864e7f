import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { childrenOf, isField } from '#forms/components.ts';
import { collectTexts } from '#forms/localise.ts';
import { componentSchemas, panelSchema } from '#forms/schema/components.ts';
import { text } from '#forms/schema/parts.ts';
import { parsed } from '#forms/testing/form.ts';
import type { Component } from '#forms/types.ts';
import { drawForm } from './same-rules.arbitrary.ts';

/** Properties that the schema marks as texts for people, by type. */
const textProperties = new Map(
  [...componentSchemas, panelSchema].map(({ shape }) => [
    shape.type.value as string,
    Object.entries(shape).flatMap(([name, schema]) => (isText(schema) ? [name] : [])),
  ]),
);

function isText(schema: unknown): boolean {
  return schema === text || (schema instanceof z.ZodOptional && schema.unwrap() === text);
}

test('whatever the schema says is a text is translated', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const form = parsed(JSON.parse(JSON.stringify(drawForm(draw))));
      const written = form.components.flatMap((panel) => writeTexts(panel, seen));
      expect(collectTexts(form)).toEqual(expect.arrayContaining(written));
    }),
    { numRuns: 100 },
  );
  expect([...seen].sort()).toEqual([...textProperties.keys()].sort());
});

let count = 0;

/** Puts a distinct text into every property that accepts one. */
function writeTexts(component: Component, seen: Set<string>): string[] {
  const { type } = component;
  seen.add(type);
  const names = textProperties.get(type) ?? [];
  const texts = names.map((name) => [name, `${type} ${name} ${++count}`] as const);
  Object.assign(component, Object.fromEntries(texts));
  const message = `${type} message ${++count}`;
  const own = `${type} own message ${++count}`;
  const hasMessages = isField(component) && component.type !== 'hidden';
  if (hasMessages) {
    component.validate = { ...component.validate, customMessage: message };
    component.errors = { required: own };
  }
  return [
    ...texts.map(([, value]) => value),
    ...(hasMessages ? [message, own] : []),
    ...childrenOf(component).flatMap((child) => writeTexts(child, seen)),
  ];
}
