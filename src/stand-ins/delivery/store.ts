import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFile } from '#stand-ins/kit/state-file.ts';
import { recordSchema, type SubmissionRecord } from './records.ts';

export type SubmissionStore = {
  /** Newest first. */
  all(): SubmissionRecord[];
  get(submissionId: string): SubmissionRecord | undefined;
  add(record: SubmissionRecord): Promise<void>;
  /** Changes a submission, one change at a time; stores it on disk before the answer. Undefined if it is unknown. */
  change<T>(submissionId: string, change: (record: SubmissionRecord) => Promise<T>): Promise<T | undefined>;
  /** Encrypted bodies by name: `metadata`, `data` or the id of an attachment. */
  writeBody(submissionId: string, name: string, jwe: string): Promise<void>;
  readBody(submissionId: string, name: string): Promise<string>;
  removeBodies(submissionId: string): Promise<void>;
};

/** Stores each submission in its own folder. Only the records are in memory, never the bodies. */
export async function openStore(stateDir: string): Promise<SubmissionStore> {
  const root = join(stateDir, 'submissions');
  const records = new Map<string, SubmissionRecord>();
  const turns = new Map<string, Promise<unknown>>();
  const fileOf = (id: string) => stateFile(join(root, id, 'record.json'), recordSchema.nullable(), null);
  const bodyOf = (id: string, name: string) => join(root, id, `${name}.jwe`);

  await mkdir(root, { recursive: true });
  const found = await Promise.all((await readdir(root)).map((id) => fileOf(id).read()));
  for (const record of found.filter((one) => one !== null).sort(byAnnouncement)) {
    records.set(record.submissionId, record);
  }

  async function keep(record: SubmissionRecord): Promise<void> {
    await fileOf(record.submissionId).write(record);
    records.set(record.submissionId, record);
  }

  return {
    all: () => [...records.values()].reverse(),
    get: (id) => records.get(id),
    add: keep,
    async change(id, change) {
      const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
        const record = records.get(id);
        if (!record) return undefined;
        const draft = structuredClone(record);
        const answer = await change(draft);
        await keep(draft);
        return answer;
      });
      const settled = turn.catch(() => undefined);
      turns.set(id, settled);
      try {
        return await turn;
      } finally {
        if (turns.get(id) === settled) turns.delete(id);
      }
    },
    async writeBody(id, name, jwe) {
      const draft = `${bodyOf(id, name)}.new`;
      await writeFile(draft, jwe);
      await rename(draft, bodyOf(id, name));
    },
    readBody: (id, name) => readFile(bodyOf(id, name), 'utf8'),
    async removeBodies(id) {
      const names = (await readdir(join(root, id))).filter((name) => name.endsWith('.jwe'));
      await Promise.all(names.map((name) => rm(join(root, id, name))));
    },
  };
}

function byAnnouncement(one: SubmissionRecord, other: SubmissionRecord): number {
  return one.announcedAt.localeCompare(other.announcedAt);
}
