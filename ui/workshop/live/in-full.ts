import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyStateMachine } from 'xstate';
import type { InspectionReport } from '#contract/inspection.ts';
import { allMachines } from '#machines/all-machines.ts';
import { drawingJson } from '#machines/drawing/drawing-json.ts';

const machines: Readonly<Record<string, AnyStateMachine>> = allMachines;

/**
 * A report as an event of the protocol of `@statelyai/inspect` with all its members: with the drawing, and empty for data
 * that is never reported.
 */
export function inFull(report: InspectionReport): StatelyInspectionEvent {
  switch (report.type) {
    case '@xstate.actor': {
      const machine = report.drawing === null ? undefined : machines[report.name];
      return { ...report, definition: machine ? drawingJson(machine) : JSON.stringify({ id: report.name }) };
    }
    case '@xstate.event':
      return report;
    case '@xstate.snapshot':
      return { ...report, snapshot: { ...report.snapshot, output: undefined, error: undefined } };
  }
}
