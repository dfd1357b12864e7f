import { sql } from 'kysely';
import { KIEL, offerOf, pdf } from '#model-tests/http/applications.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { saveWithoutPause } from '#model-tests/http/savers.ts';
import { openStorage } from '#server/storage/database.ts';
import type { Chance } from '../kit/chance.ts';
import type { Figure } from '../kit/figures.ts';
import { onlyPassing } from './applications.ts';
import { count, none, pause, saved } from './figures.ts';
import { isRecorded, openPayment, type Payment } from './payments.ts';

const SAVERS = 4;
/** The quota of one application leaves room for more. */
const FILES_OF_ONE = 30;
const PATIENCE_MS = 120_000;

/** A server that is killed (SIGKILL) at random moments while people save, upload and pay, and restarted. */
export async function savingKills(portal: Portal, chance: Chance, kills: number): Promise<Figure[]> {
  const savers = await Promise.all(
    Array.from({ length: SAVERS }, () => saveWithoutPause([portal], () => {})),
  );
  const uploader = uploadWithoutPause(portal);
  const payer = portal.client();
  await payer.logIn('thomsen:Elster');
  const payments: Payment[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const payment = await openPayment(payer);
    payments.push(payment);
    await pause(chance.between(0, 1000));
    const settling = portal.partners.payment.control({
      action: 'settle',
      transactionId: payment.transactionId,
      outcome: 'PAYED',
      method: 'PAYPAL',
    });
    const looking = payer.call('checkPayment', { params: { processId: payment.id } }).catch(onlyPassing);
    await pause(chance.between(0, 100));
    await portal.kill();
    await Promise.all([settling, looking]);
    await portal.start();
  }
  const ends = await Promise.all(savers.map((saver) => saver.stop()));
  const uploaded = await uploader.stop();
  const recorded = await Promise.all(payments.map((payment) => isRecorded(payment, PATIENCE_MS)));
  return [
    count('kills', kills),
    ...saved(savers, ends),
    count('uploads acknowledged', uploaded.length),
    none('of them lost', await missing(portal, uploaded)),
    count('payments made while the service was killed', payments.length),
    none('of them unrecorded, nobody looking', recorded.filter((is) => !is).length),
  ];
}

/**
 * A person who uploads one file after the other. @returns a function that returns, at the end, the files acknowledged
 */
function uploadWithoutPause(portal: Portal) {
  const acknowledged: string[] = [];
  let stopped = false;
  const begin = async () => {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const offer = { metadataId: offerOf('hundesteuer').metadataId, area: KIEL };
    return { client, id: (await client.call('startProcess', { body: offer })).id, files: 0 };
  };
  const uploading = (async () => {
    let here: Awaited<ReturnType<typeof begin>> | null = null;
    for (let number = 0; !stopped; number += 1) {
      if (!here || here.files >= FILES_OF_ONE) here = await begin().catch(onlyPassing);
      if (here) {
        // A file without an answer may have arrived, and then takes up space.
        here.files += 1;
        const bytes = pdf(`${number} ${'x'.repeat(300_000)}`);
        const file = await here.client
          .upload(here.id, 'reliefProof', `${number}.pdf`, bytes)
          .catch(onlyPassing);
        if (file) acknowledged.push(file.id);
      }
      await pause(30);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await uploading;
      return acknowledged;
    },
  };
}

/** Number of these files that are incomplete in the database. Stops the server, which locks the embedded database. */
async function missing(portal: Portal, files: string[]): Promise<number> {
  await portal.kill();
  const storage = await openStorage({ dataDir: portal.dataDir });
  const { rows } = await sql<{ id: string }>`
    select id from file join file_chunk on file_id = id where kind = 'upload'
    group by id, size having sum(length(bytes)) = size
  `.execute(storage.db);
  await storage.close();
  await portal.start();
  const whole = new Set(rows.map(({ id }) => id));
  return files.filter((id) => !whole.has(id)).length;
}
