import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { json } from '../json.ts';
import type { SealedJson } from '../sealed.ts';
import type { ProcessTable } from '../tables.ts';

/** A stored application without an account, as it was at a moment, with the values that a test is about. */
export const processRow = (
  at: Date,
  about: Partial<Insertable<ProcessTable>> = {},
): Insertable<ProcessTable> & { id: string } => ({
  id: randomUUID(),
  version: 1,
  status: 'EDITING',
  context: json({ running: false }),
  statusChanged: at,
  createdAt: at,
  updatedAt: at,
  availableUntil: at,
  metadataId: 'hundesteuer-kiel',
  areaKey: '010020000000',
  locale: 'de',
  sessionId: randomUUID(),
  userId: null,
  data: '{}' as SealedJson,
  page: null,
  confirmedHash: null,
  confirmedAt: null,
  confirmedLocale: null,
  applicant: null,
  madeAtLevel: null,
  counted: false,
  ...about,
});
