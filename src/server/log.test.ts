import pg from 'pg';
import { expect, it } from 'vitest';
import { DeliveryRefused } from '#server/submission/fit-connect/errors.ts';
import { createLog } from './log.ts';
import { PartnerUnavailable } from './partner-unavailable.ts';

const SECRET = 'Verschwiegen';

/** Returns the output of a log. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}
const ofDatabase = () =>
  Object.assign(new pg.DatabaseError(`invalid input syntax: ${SECRET}`, 9, 'error'), {
    code: '22P02',
    table: 'process',
    constraint: 'process_check',
    detail: `Failing row contains (${SECRET}).`,
    query: `insert into process values ('${SECRET}')`,
    params: [SECRET, { name: SECRET }],
    where: SECRET,
  });
const parsing = () => {
  try {
    return JSON.parse(`{"name": ${SECRET}}`);
  } catch (error) {
    return error;
  }
};

it.each<[string, () => unknown]>([
  ['of the database', ofDatabase],
  [
    'that has one of the database as its cause',
    () => new PartnerUnavailable('database', 'away', { cause: ofDatabase() }),
  ],
  ['of a library that quotes what it read', parsing],
  ['whose quote has no end', () => new Error(`unexpected "${SECRET} and so on`)],
  ['with several lines', () => new Error(`no good:\n    at ${SECRET} (form:1:1)`)],
  [
    'of a partner, in the words of its answer',
    () => new DeliveryRefused(`422: ${SECRET}`, 422, 'urn:schema'),
  ],
  [
    'with the request and the answer attached',
    () => Object.assign(new Error('failed'), { request: { body: SECRET }, data: SECRET }),
  ],
  [
    'that was copied into a plain object',
    () => ({ ...ofDatabase(), message: SECRET, stack: `error: ${SECRET}` }),
  ],
])('an error %s brings nothing of the data into the log', (_, make) => {
  const error = make();
  const output = written((log) => {
    log.error({ err: error }, 'failed');
    log.error({ err: error });
    log.error(error);
    log.warn({ other: error, list: [error], inside: { error } }, 'failed');
    log.child({ reqId: '1' }, { serializers: { err: (it) => it } }).error({ err: error }, 'failed');
  });
  expect(output.trim().split('\n')).toHaveLength(5);
  expect(output).not.toContain(SECRET);
});

it('says what an operator needs: kind, code, what was refused, where, and why', () => {
  const cause = Object.assign(ofDatabase(), { column: 'data' });
  const line = JSON.parse(
    written((log) =>
      log.error({ processId: '1', err: new PartnerUnavailable('payment', 'answered 502', { cause }) }, 'no'),
    ),
  );
  expect(line).toMatchObject({
    processId: '1',
    msg: 'no',
    err: {
      type: 'PartnerUnavailable',
      partner: 'payment',
      message: 'payment: answered 502',
      cause: {
        type: 'DatabaseError',
        code: '22P02',
        table: 'process',
        constraint: 'process_check',
        column: 'data',
      },
    },
  });
  expect(line.err.stack[0]).toMatch(/^at .*log\.test\.ts\S*:\d+:\d+/);
  const refused = written((log) => log.error({ err: new DeliveryRefused('no', 422, 'urn:schema') }, 'no'));
  expect(JSON.parse(refused).err).toMatchObject({
    type: 'DeliveryRefused',
    status: 422,
    problemType: 'urn:schema',
  });
  const missing = Object.assign(new Error("ENOENT: '/x' is no file"), { code: 'ENOENT' });
  expect(JSON.parse(written((log) => log.error(missing, 'no'))).err).toMatchObject({
    code: 'ENOENT',
    message: 'ENOENT: … is no file',
  });
});
