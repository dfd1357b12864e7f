import { PassThrough, type Writable } from 'node:stream';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { type Composition, render } from '#server/documents/layout/render.ts';
import { textsOf } from '#server/documents/texts.ts';
import { writeZip, type ZipEntry } from '#server/documents/write-zip.ts';
import { applicationPage, type Summary } from './application-page.ts';
import { forCopy, leftOut, withheld } from './columns.ts';
import { copiedFiles } from './copied-files.ts';
import { namesOf } from './names.ts';
import { listPage, type Missing, overviewPage } from './overview-page.ts';
import { penOf } from './page.ts';
import { readApplication } from './read-application.ts';
import { readPerson } from './read-person.ts';
import { type CopyOf, listedFor } from './scope.ts';

/** A copy that is ready to be written once. */
export type Copy = {
  createdAt: Date;
  /** Name of the file. */
  name: string;
  /** How many applications it is to have. */
  applications: number;
  /**
   * Writes the ZIP and ends `out`. A copy that fails has no end and must be thrown away.
   * @returns what it does not have, though it was asked for
   * @throws the error with which `out` failed, also when its reader has gone, and as KeyService.unwrap
   */
  write(out: Writable): Promise<Missing>;
};

/** Applications that one page lists. */
const LISTED_AT_ONCE = 500;

/**
 * Opens a copy of what is kept, as one ZIP (docs/decisions/0099-a-copy-in-one-file.md): an overview to read (PDF/UA), the
 * rows as they are stored (JSON), and a folder for each application with the same and its files. It is read and
 * written one application after the other, each as of one moment.
 *
 * The person's page calls it with `{ whose: 'login', session }`, after it has asked for a recent login. Operators'
 * commands call it with `{ whose: 'person', userId }`, which leaves nothing out but what would open something (of a
 * company also what its account said about colleagues), or with `{ whose: 'application', processId }`:
 *
 *     const copy = await openCopy(context, { whose: 'person', userId }, 'de');
 *     const missing = await copy.write(createWriteStream(path)); // remove the file where this fails
 *
 * Whether the person or the application exists is for the caller to ask: a copy of nothing has no applications.
 * @param options.listedAtOnce applications on one page of the list, for tests
 */
export async function openCopy(
  context: ServerContext,
  of: CopyOf,
  locale: Locale,
  { listedAtOnce = LISTED_AT_ONCE }: { listedAtOnce?: number } = {},
): Promise<Copy> {
  const createdAt = context.now();
  const { db } = context.storage;
  const { listed, closed, person } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      ...(await listedFor(context, trx, of)),
      person: await readPerson(context, trx, of),
    }));
  const say = textsOf(locale);

  async function* entries(missing: Missing): AsyncGenerator<ZipEntry> {
    const names = namesOf(locale);
    const pen = penOf(locale, context.content().theme.portal.portalName[locale]);
    const applications: { folder: string; id: string; readAt: string }[] = [];
    const lists: string[] = [];
    let summaries: Summary[] = [];
    for (const one of listed) {
      const rows = await readApplication(context, of, one.id);
      if (typeof rows === 'string') {
        missing[rows] += 1;
        continue;
      }
      const at = context.now();
      const folder = names.folder(one);
      const { page, summary } = await applicationPage(context, pen, rows, { folder, at });
      applications.push({ folder, id: one.id, readAt: at.toISOString() });
      summaries.push(summary);
      yield pdf(`${folder}/${names.overview}`, page);
      yield json(`${folder}/${names.data}`, { readAt: at.toISOString(), tables: forCopy(rows) });
      yield* copiedFiles(
        context,
        rows,
        (name) => names.file(folder, name),
        (path) => missing.files.push(path),
      );
      if (listed.length > listedAtOnce && summaries.length === listedAtOnce) {
        yield list();
      }
    }
    if (lists.length > 0 && summaries.length > 0) yield list();
    const { overview, data } = names;
    yield pdf(
      overview,
      overviewPage(context, pen, { whose: of.whose, at: createdAt, person, summaries, lists, missing, data }),
    );
    yield json(data, {
      createdAt: createdAt.toISOString(),
      portal: context.config.PUBLIC_URL,
      closed,
      missing: { erased: missing.erased, unreadable: missing.unreadable, files: missing.files },
      leftOut,
      withheld,
      applications,
      tables: forCopy(person),
    });

    function list(): ZipEntry {
      const name = names.list(lists.length + 1);
      lists.push(name);
      const page = listPage(pen, summaries, createdAt);
      summaries = [];
      return pdf(name, page);
    }
  }

  return {
    createdAt,
    name: `${say('fileName.copy')}-${createdAt.toISOString().slice(0, 10)}.zip`,
    applications: listed.length,
    async write(out) {
      const missing: Missing = { closed, erased: 0, unreadable: 0, files: [] };
      await writeZip(entries(missing), out, createdAt);
      return missing;
    },
  };
}

/** A PDF that is drawn while it is read. */
const pdf = (filename: string, page: Composition): ZipEntry => ({
  filename,
  content: () => {
    const out = new PassThrough();
    render(page, out).catch((error: Error) => out.destroy(error));
    return out;
  },
});

const json = (filename: string, value: object): ZipEntry => ({
  filename,
  content: async function* () {
    yield Buffer.from(JSON.stringify(value, null, 2));
  },
});
