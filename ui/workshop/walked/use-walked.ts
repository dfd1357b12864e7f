import { useEffect, useState } from 'react';
import type { WalkedWorkflow } from '#contract/walked-workflow.ts';
import { useReading } from '../reading-context.ts';

/** Reads how the last test run has walked a workflow; null meanwhile, and where there is nothing. */
export function useWalked(machine: string): WalkedWorkflow | null {
  const { testRun } = useReading();
  const [read, setRead] = useState<{ machine: string; walked: WalkedWorkflow | null } | null>(null);
  useEffect(() => {
    if (testRun?.standing !== 'made') return;
    let isWanted = true;
    void testRun.walkedOf(machine).then((walked) => {
      if (isWanted) setRead({ machine, walked });
    });
    return () => {
      isWanted = false;
    };
  }, [testRun, machine]);
  return read?.machine === machine ? read.walked : null;
}
