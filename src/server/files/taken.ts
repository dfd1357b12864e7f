import type { TakenFile } from '#contract/process.ts';
import { uploadKinds } from '#server/storage/file-kinds.ts';
import type { StoredFile } from './store.ts';

/** Returns an upload as people see it; null for a file that is none. */
export function takenOf({ id, name, size, mimeType: type, kind }: StoredFile): TakenFile | null {
  const purpose = Object.values(uploadKinds).find(
    ({ checked, quarantined }) => kind === checked || kind === quarantined,
  );
  return purpose ? { id, name, size, type, checked: kind === purpose.checked } : null;
}
