import { expect, it } from 'vitest';
import { productFiles, sourceOf } from './imports.ts';
import { type Messages, messagesOf } from './log-messages.ts';

/** Messages of libraries, with the place where they say them. */
const LIBRARIES = {
  'response terminated with an error with headers already sent': 'node_modules/fastify/lib/log-controller.js',
};

/** Every message at which operators should look is explained. */
const logged: Messages = new Map(Object.keys(LIBRARIES).map((message) => [message, new Set(['warn'])]));
for (const file of productFiles('src/server'))
  for (const [message, levels] of messagesOf(file))
    logged.set(message, new Set([...(logged.get(message) ?? []), ...levels]));

/** The rows of the table, as operators read it. */
const rows = Array.from(
  sourceOf('docs/operations.md').matchAll(/^\| (`.+`) \| ((?:(?:warn|error|fatal)(?:, )?)+) \| (.+) \|$/gm),
  ([, messages = '', levels = '', meaning = '']) => ({
    messages: Array.from(messages.matchAll(/`([^`]+)`/g), ([, message]) => message!),
    levels: levels.split(', '),
    meaning,
  }),
);
const told = rows.flatMap(({ messages, levels }) => messages.map((message) => ({ message, levels })));

it('each message of the levels warn, error and fatal is explained, with its levels, and no other', () => {
  const inWords = (message: string, levels: Iterable<string>) =>
    `${message}: ${[...levels].sort().join(', ')}`;
  expect(told.map(({ message, levels }) => inWords(message, levels)).sort()).toEqual(
    [...logged].map(([message, levels]) => inWords(message, levels)).sort(),
  );
});

it('the messages of libraries are theirs', () => {
  for (const [message, file] of Object.entries(LIBRARIES)) expect(sourceOf(file), message).toContain(message);
});

it.each([
  ["log.error({ err }, 'away')", { away: ['error'] }],
  ["context.log?.warn('away'); request.log.error({}, 'away')", { away: ['warn', 'error'] }],
  ["createLog('fatal').fatal({ err }, 'it ends')", { 'it ends': ['fatal'] }],
  ["const AWAY = 'away'; const f = () => (log as Log).warn({}, AWAY)", { away: ['warn'] }],
  ["log.info({}, `away`); Math.log(2); const l: Pick<Log, 'error'> = { error() {} }", {}],
])('reads %s', (code, messages) => {
  const found = Object.fromEntries(
    [...messagesOf('src/server/x.ts', code)].map(([m, levels]) => [m, [...levels]]),
  );
  expect(found).toEqual(messages);
});

it.each([
  'log.error({ err }, `away`)',
  "log[level]({}, 'away')",
  'log.warn({ err })',
  'log.warn({}, message)',
  "log.warn({}, isAway ? 'away' : 'back')",
  'const say = log.error',
  'tell(context.log.warn)',
])('refuses what it cannot read: %s', (code) => {
  expect(() => messagesOf('src/server/x.ts', code)).toThrow(/^src\/server\/x\.ts:1: /);
});
