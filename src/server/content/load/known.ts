import type { Area, Authority } from '../types.ts';
import type { ContentFolder } from './folder.ts';

/**
 * Names that entries may refer to. They come from the folder, not from the files that could be read, so that one
 * faulty file is not reported again wherever it is named.
 */
export type Known = {
  areas: Map<string, Area>;
  authorities: Map<string, Authority>;
  authorityIds: Set<string>;
};
export type KnownNames = {
  services: Set<string>;
  topics: Set<string>;
  lifeSituations: Set<string>;
  authorities: Set<string>;
  groups: Set<string>;
};

/** The names of all entries of a folder. */
export function namesIn(folder: ContentFolder): KnownNames {
  const files = (name: string) => new Set(jsonNames(folder, name));
  return {
    services: new Set(folder.list('services')),
    topics: files('topics'),
    lifeSituations: files('life-situations'),
    authorities: files('authorities'),
    groups: files('responsibilities'),
  };
}

/** Ids of the JSON files of a folder. */
export function jsonNames(folder: ContentFolder, name: string): string[] {
  return folder
    .list(name)
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => entry.replace(/\.json$/, ''));
}
