import type { InspectionReport } from '#contract/inspection.ts';
import { bounded, type Entry, type Recording } from './recording.ts';

/** Takes several reports at once, in the order in which they arrived. */
export function takeReports(recording: Recording, reports: readonly InspectionReport[]): Recording {
  const entries = [...recording.entries];
  const known = new Set([
    ...recording.base.map(({ actor }) => actor.key),
    ...entries.flatMap(({ born }) => (born ? [born.key] : [])),
  ]);
  // A flood stays in proportion to the entries that are kept.
  for (const report of reports) take(entries, known, report);
  return bounded({ ...recording, entries });
}

const keyOf = ({ window, page }: InspectionReport, sessionId: string) => `${window}/${page}/${sessionId}`;

function take(entries: Entry[], known: Set<string>, report: InspectionReport): void {
  const key = keyOf(report, report.sessionId);
  const at = Number(report.createdAt);
  switch (report.type) {
    case '@xstate.actor': {
      if (known.has(key)) return;
      known.add(key);
      const { window, page, name, drawing, parentId } = report;
      const parent = parentId === undefined ? null : keyOf(report, parentId);
      const { status, value = null } = report.snapshot;
      entries.push({
        at,
        actor: key,
        born: { key, window, page, parent, name, drawing },
        source: parent,
        event: null,
        status,
        value,
        arrows: [],
      });
      return;
    }
    case '@xstate.event': {
      const source = report.sourceId === undefined ? null : keyOf(report, report.sourceId);
      entries.push({
        at,
        actor: key,
        source,
        event: report.event.type,
        status: null,
        value: null,
        arrows: [],
      });
      return;
    }
    case '@xstate.snapshot': {
      const { snapshot, arrows } = report;
      const event = report.event.type;
      const index = awaiting(entries, key, event);
      const led = { status: snapshot.status, value: snapshot.value ?? null, arrows };
      const before = entries[index];
      if (before) entries[index] = { ...before, ...led };
      else entries.push({ at, actor: key, source: null, event, ...led });
    }
  }
}

/** Greatest distance of an event from its consequence: the events that it caused may lie in between. */
const REACH = 200;

/** The oldest event of an actor that has no consequence yet, as events wait for each other; -1 when there is none. */
function awaiting(entries: readonly Entry[], actor: string, event: string): number {
  let found = -1;
  for (let index = entries.length - 1; index >= Math.max(0, entries.length - REACH); index -= 1) {
    const entry = entries[index];
    if (entry?.actor !== actor) continue;
    if (entry.status !== null) break;
    if (entry.event === event) found = index;
  }
  return found;
}
