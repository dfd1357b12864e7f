import { type Finding, fault, ok, warning } from './finding.ts';

const PAGE = 'operations.md#certificates-and-clocks';
/** Dates of answers are cut to seconds, and the way takes time. */
const WARNING_SECONDS = 10;
/** Beyond it logins fail. */
const FAULT_SECONDS = 60;

/** Judges how far our clock is ahead of another one. */
export function clockFinding(about: string, aheadSeconds: number): Finding {
  const seconds = Math.round(aheadSeconds);
  const said = `our clock is ${Math.abs(seconds)} seconds ${seconds < 0 ? 'behind' : 'ahead of'} its own`;
  const todo = 'Repair the time service of this machine, or tell those who run the other';
  if (Math.abs(seconds) > FAULT_SECONDS) return fault(about, said, todo, PAGE);
  if (Math.abs(seconds) > WARNING_SECONDS) return warning(about, said, todo, PAGE);
  return ok(about, 'its clock agrees with ours');
}
