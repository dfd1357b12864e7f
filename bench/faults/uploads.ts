import { KIEL, offerOf } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { padding, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { type Figure, percentile, timed } from '../kit/figures.ts';
import { all, pause, seconds } from './figures.ts';

const LARGE = 40;
const LARGE_BYTES = 9 * 1024 * 1024;

/** Many large files in parallel, and a person with small files. */
export async function manyUploads(portal: Portal): Promise<Figure[]> {
  const large = tinyPdf({ objects: [padding(LARGE_BYTES)] });
  const people = await Promise.all(Array.from({ length: LARGE }, () => arrive(portal)));
  const other = await arrive(portal);
  let isOver = false;
  const small: number[] = [];
  const begun = performance.now();
  const ends = Promise.all(
    people.map(async ({ client, id }) => {
      await client.upload(id, 'reliefProof', 'large.pdf', large);
      return performance.now() - begun;
    }),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const one = other.files < 30 ? other : Object.assign(other, await arrive(portal));
    one.files += 1;
    const bytes = tinyPdf({ text: `Nachweis ${small.length}` });
    small.push((await timed(() => one.client.upload(one.id, 'reliefProof', 'small.pdf', bytes))).ms);
    await pause(300);
  }
  const times = await ends;
  return [
    all(`of ${LARGE} files of 9 MB taken`, times.length, LARGE),
    seconds('the first of them after', Math.min(...times)),
    seconds('half of them after', percentile(times, 0.5)),
    seconds('the last of them after', Math.max(...times), 240),
    seconds('a small one meanwhile, p95', percentile(small, 0.95), 5),
  ];
}

type Uploader = { client: PortalClient; id: string; files: number };

async function arrive(portal: Portal): Promise<Uploader> {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  const offer = { metadataId: offerOf('hundesteuer').metadataId, area: KIEL };
  return { client, id: (await client.call('startProcess', { body: offer })).id, files: 0 };
}
