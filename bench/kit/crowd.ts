import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Ended } from './guest.ts';

export type CrowdOrder =
  | { type: 'arrive'; url: string; people: number }
  | { type: 'stay'; people: number; ms: number }
  | { type: 'compare' };
export type CrowdAnswer =
  | { type: 'arrived' }
  | { type: 'stayed'; ended: Ended[]; untilSaved: number[] }
  | { type: 'compared'; lost: number };

export type Stay = { ended: Ended[]; untilSaved: number[] };

/** People in separate processes, so that generating load does not slow down the measuring process. */
export type Crowd = {
  /** Lets this many people use the portal for a while. */
  stay(people: number, ms: number): Promise<Stay>;
  /** Number of people whose acknowledged save is lost. */
  lost(): Promise<number>;
  leave(): void;
};

const script = path.resolve(import.meta.dirname, 'crowd-process.ts');

/** Brings people to the portal, in this many processes. */
export async function gather(url: string, people: number, processes: number): Promise<Crowd> {
  const children = Array.from({ length: processes }, () => fork(script));
  const share = (count: number) => Math.ceil(count / processes);
  const all = (order: CrowdOrder) => Promise.all(children.map((child) => ask(child, order)));
  await all({ type: 'arrive', url, people: share(people) });
  return {
    stay: async (count, ms) => {
      const answers = (await all({ type: 'stay', people: share(count), ms })) as Stay[];
      return {
        ended: answers.flatMap(({ ended }) => ended),
        untilSaved: answers.flatMap(({ untilSaved }) => untilSaved),
      };
    },
    lost: async () => {
      const answers = (await all({ type: 'compare' })) as { lost: number }[];
      return answers.reduce((sum, { lost }) => sum + lost, 0);
    },
    leave: () => {
      for (const child of children) child.kill();
    },
  };
}

async function ask(child: ChildProcess, order: CrowdOrder): Promise<CrowdAnswer> {
  const answer = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('a process of the crowd has ended');
    }),
  ]);
  child.send(order);
  const [message] = (await answer) as [CrowdAnswer];
  return message;
}
