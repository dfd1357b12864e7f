import {
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import { currentSpan, type OpenSpan, type SpanStart } from '#server/tracing/spans.ts';
import { traceStatement } from './trace-statements.ts';

type Tables = { process: { id: string; data: string }; appUser: { id: string } };
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (it) => new PostgresIntrospector(it),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Spans that a statement leads to, with the fault that each ended with. */
function told(query: LogEvent['query'], change: object = {}, isRecorded = true) {
  const spans: [SpanStart, string | undefined][] = [];
  const span: OpenSpan = {
    traceparent: '',
    isRecorded,
    begin: (start) => ({ ...span, end: (fault) => void spans.push([start, fault]) }),
    note: () => {},
    end: () => {},
  };
  const event = { level: 'query', query, queryDurationMillis: 5, ...change } as LogEvent;
  currentSpan.run(span, () => traceStatement(event));
  return spans;
}

const SECRET = 'Erika Mustermann';
const statements: [string, LogEvent['query']][] = [
  ['select process', db.selectFrom('process').select('id').where('data', '=', SECRET).compile()],
  ['select process', db.selectFrom('process as it').select('it.id').compile()],
  ['insert process', db.insertInto('process').values({ id: '1', data: SECRET }).compile()],
  ['update process', db.updateTable('process').set({ data: SECRET }).compile()],
  ['delete appUser', db.deleteFrom('appUser').where('id', '=', SECRET).compile()],
  ['select', db.selectFrom(db.selectFrom('process').select('id').as('it')).selectAll().compile()],
  [
    'with process',
    db
      .with('it', (of) => of.selectFrom('process').select('id'))
      .selectFrom('process')
      .select('id')
      .compile(),
  ],
  ['begin', sql`begin; set local statement_timeout = 8000`.compile(db)],
  ['commit', sql`commit`.compile(db)],
  ['update', sql`update process set data = ${sql.lit(SECRET)}`.compile(db)],
  ['other', sql`vacuum analyze`.compile(db)],
  ['other', sql`${sql.lit(SECRET)}`.compile(db)],
];

it.each(statements)('a statement is told as %s: by its kind and its table alone', (name, query) => {
  const [[start, fault] = []] = told(query);
  const [kind, table] = name.split(' ');
  expect(start).toEqual({
    name,
    kind: 'client',
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': kind,
      ...(table && { 'db.collection.name': table }),
    },
    began: expect.any(Number),
  });
  expect(fault).toBeUndefined();
});

it('a failed one is told by its code, and none of its words', () => {
  const [, query] = statements[0]!;
  const error = Object.assign(new Error(`duplicate: ${SECRET}`), { code: '23505' });
  expect(told(query, { level: 'error', error })).toEqual([[expect.anything(), '23505']]);
});

it('nobody is told where nothing is traced, or nobody will see it', () => {
  const [, query] = statements[0]!;
  expect(told(query, {}, false)).toEqual([]);
  expect(() => traceStatement({ level: 'query', query, queryDurationMillis: 1 } as LogEvent)).not.toThrow();
});
