import type { Locale } from '#domain/locale.ts';
import { type Say, textsOf } from '#server/documents/texts.ts';
import type { Listed } from './scope.ts';

/** Names of files and folders in a copy, in the language of its person. */
export type CopyNames = {
  overview: string;
  data: string;
  /** A page that lists some of the applications, from 1. */
  list(number: number): string;
  /** Folder of an application, by its ticket number; drafts have none, and are counted. */
  folder(listed: Pick<Listed, 'ticketNumber'>): string;
  /** Path of one of its files, which has a name that is valid in a folder. */
  file(folder: string, name: string): string;
};

/** Returns the names for one copy: each folder that is asked for is another one. */
export function namesOf(locale: Locale): CopyNames {
  const say: Say = textsOf(locale);
  let drafts = 0;
  const draft = () => {
    drafts += 1;
    return `${say('fileName.copyDraft')}-${drafts}`;
  };
  return {
    overview: `${say('fileName.copyOverview')}.pdf`,
    list: (number) => `${say('fileName.copyOverview')}-${number}.pdf`,
    data: `${say('fileName.copyData')}.json`,
    folder: ({ ticketNumber }) => ticketNumber ?? draft(),
    file: (folder, name) => `${folder}/${say('fileName.copyFiles')}/${name}`,
  };
}
