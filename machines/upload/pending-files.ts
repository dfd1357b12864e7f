import { type FileRules, objectionTo } from '#forms/files.ts';
import { isPreparable } from '#forms/pictures.ts';
import type { Problem } from '../kit/problem.ts';
import type { ChosenFile, Picture, Prepared, UploadInput, UploadStage } from './upload.types.ts';

/** A chosen file that has not arrived yet, as the flow that it belongs to remembers it. */
export type PendingFile = {
  id: string;
  /** FormData path of its field. */
  path: string;
  name: string;
  size: number;
  /** Media type as far as the browser knows it, otherwise ''. */
  type: string;
  /** Bytes sent. */
  loaded: number;
  stage: UploadStage;
  problem: Problem | null;
  /** Look of the picture; null for any other file. */
  picture: Picture | null;
  /** The person has tried to go on, and was told that it was refused. */
  refusalIsKnown?: boolean;
};

/** Newly chosen file as it is remembered, and what its upload begins with. */
type Taken = { pending: PendingFile } & Pick<UploadInput, 'objection' | 'picture'>;

/** Number of files sent at the same time. */
const FILES_AT_ONCE = 3;

/** Tells whether the outcome of a file is open: it is queued, sent or checked. */
export const isUnderWay = ({ stage }: PendingFile): boolean => stage !== 'failed' && stage !== 'refused';

/**
 * Returns newly chosen files: pictures to be prepared, others queued, or refused at once.
 * @param place.field limits of the field; null where there is no such field
 * @param place.several whether the field takes more than one file
 * @param place.kept the files that have arrived and count with the new ones
 */
export function takenFiles(
  pendingFiles: readonly PendingFile[],
  {
    path,
    field,
    several,
    kept,
  }: { path: string; field: FileRules | null; several: boolean; kept: readonly { size: number }[] },
  files: readonly ChosenFile[],
): Taken[] {
  const ids = freeIds(pendingFiles, files.length);
  const others: { size: number }[] = [
    ...kept,
    ...pendingFiles
      .filter((it) => it.stage !== 'refused' && (several || it.path !== path))
      .map((it) => (it.stage === 'preparing' ? ofUnknownSize : it)),
  ];
  return files.map((file, at) => {
    // What becomes of a picture is not known yet: it may be too large, and of any kind.
    const isPicture = field !== null && isPreparable(field, file);
    const asItIs: Problem | null = field ? objectionTo(field, file, []) : { code: 'input-invalid' };
    const among = field && objectionTo(field, isPicture ? { ...file, ...ofUnknownSize } : file, others);
    const problem = isPicture ? among : (asItIs ?? among);
    if (problem === null) others.push(isPicture ? ofUnknownSize : file);
    const { name, size, type } = file;
    return {
      pending: {
        id: ids[at]!,
        path,
        name,
        size,
        type,
        loaded: 0,
        stage: problem ? 'refused' : isPicture ? 'preparing' : 'queued',
        problem,
        picture: null,
      },
      objection: problem ?? asItIs,
      picture: isPicture && problem === null ? rulesOf(field) : null,
    };
  });
}

/** A picture that is still to be made: it counts as a file, and not against the bytes of all. */
const ofUnknownSize = { size: 1, type: '' } as const;

const rulesOf = ({ filePattern, fileMaxSize, properties }: FileRules): FileRules => ({
  filePattern,
  fileMaxSize,
  ...(properties?.picture && { properties: { picture: properties.picture } }),
});

/** Returns ids for so many uploads in addition to the existing ones. */
function freeIds(pending: readonly PendingFile[], count: number): string[] {
  const used = new Set(pending.map(({ id }) => id));
  const ids = Array.from({ length: pending.length + count }, (_, at) => `upload-${at + 1}`);
  return ids.filter((id) => !used.has(id)).slice(0, count);
}

/** Returns the files whose turn it is: a few are sent at the same time. */
export function nextTurns(pendingFiles: readonly PendingFile[]): PendingFile[] {
  const sending = pendingFiles.filter(({ stage }) => stage === 'sending' || stage === 'checking');
  return pendingFiles
    .filter(({ stage }) => stage === 'queued')
    .slice(0, Math.max(0, FILES_AT_ONCE - sending.length));
}

const withEdited = (files: readonly PendingFile[], id: string, part: Partial<PendingFile>): PendingFile[] =>
  files.map((it) => (it.id === id ? { ...it, ...part } : it));

/** A prepared picture takes the place of the chosen one. */
export const withPicture = (
  files: readonly PendingFile[],
  { id, file: { name, size, type }, picture }: { id: string } & Prepared,
): PendingFile[] => withEdited(files, id, { name, size, type, picture });

/** The person uses a picture although the browser has its doubts. */
export const withApproval = (files: readonly PendingFile[], id: string): PendingFile[] =>
  files.map((it) => (it.id === id && it.picture ? { ...it, picture: { ...it.picture, doubt: null } } : it));

/** A file is in its next stage. */
export const withMove = (
  files: readonly PendingFile[],
  { id, stage, problem }: { id: string; stage: UploadStage; problem: Problem | null },
): PendingFile[] =>
  withEdited(files, id, stage === 'queued' ? { stage, problem, loaded: 0 } : { stage, problem });

/** The person was told which of these files were refused. */
export const withKnownRefusals = (
  files: readonly PendingFile[],
  named: readonly PendingFile[],
): PendingFile[] =>
  files.map((it) => (it.stage === 'refused' && named.includes(it) ? { ...it, refusalIsKnown: true } : it));

/** So many bytes of a file were sent. */
export const withProgress = (
  files: readonly PendingFile[],
  { id, loaded }: { id: string; loaded: number },
): PendingFile[] => withEdited(files, id, { loaded });

/** Turns were given to these files. */
export const withTurns = (files: readonly PendingFile[], next: readonly PendingFile[]): PendingFile[] =>
  files.map((file) => (next.includes(file) ? { ...file, stage: 'sending' } : file));
