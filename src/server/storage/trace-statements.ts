import type { LogEvent, OperationNode, RootOperationNode } from 'kysely';
import { errorDetails } from '#server/error-details.ts';
import { currentSpan } from '#server/tracing/spans.ts';

/** Kinds of statements; all others are told as such. */
const KINDS = [
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'set',
];

/** Tells the trace of a statement after its end: its kind, its table and its time; never its text or its values. */
export function traceStatement(event: LogEvent): void {
  const span = currentSpan.getStore();
  if (!span?.isRecorded) return;
  const { query, sql } = event.query;
  const kind = kindOf(sql);
  const table = tableOf(query);
  span
    .begin({
      name: table === undefined ? kind : `${kind} ${table}`,
      kind: 'client',
      facts: {
        'db.system.name': 'postgresql',
        'db.operation.name': kind,
        ...(table !== undefined && { 'db.collection.name': table }),
      },
      began: Date.now() - event.queryDurationMillis,
    })
    .end(event.level === 'error' ? faultOf(event.error) : undefined);
}

const faultOf = (error: unknown): string => {
  const { code, type } = errorDetails(error);
  return code ?? type;
};

function kindOf(sql: string): string {
  const [word = ''] = /[a-z]+/i.exec(sql) ?? [];
  const kind = word.toLowerCase();
  return KINDS.includes(kind) ? kind : 'other';
}

/** Returns the table that a statement is about; of several, the first. A statement in SQL of its own names none. */
function tableOf(query: RootOperationNode): string | undefined {
  switch (query.kind) {
    case 'SelectQueryNode':
    case 'DeleteQueryNode':
      return nameOf(query.from?.froms[0]);
    case 'InsertQueryNode':
      return nameOf(query.into);
    case 'UpdateQueryNode':
      return nameOf(query.table);
    default:
      return undefined;
  }
}

function nameOf(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if ('table' in node) {
    const { identifier } = node.table as { identifier: { name: string } };
    return identifier.name;
  }
  return 'node' in node ? nameOf(node.node as OperationNode) : undefined;
}
