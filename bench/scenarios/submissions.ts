import { complete, fillIn, settled } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import { type Figure, type Scenario, timed } from '../kit/figures.ts';
import { startMeasured } from '../kit/server-process.ts';

const APPLICATIONS = 100;

export const submissions: Scenario = {
  title: 'Submissions',
  about: `${APPLICATIONS} completed dog tax applications (each with 3 uploads, made into PDFs, sealed, delivered) are submitted at once`,
  measure: async () => {
    const { portal, memory, processorTime } = await startMeasured();
    try {
      const ready = await Promise.all(Array.from({ length: APPLICATIONS }, () => prepare(portal.client())));
      const busyBefore = await processorTime();
      const sent = await timed(async () => {
        for (const { client, id } of ready) await client.call('submitProcess', { params: { id } });
      });
      const done = await timed(async () => {
        const statuses = [];
        for (const { client, id } of ready) statuses.push((await settled(client, id)).status);
        return statuses;
      });
      const busy = (await processorTime()) - busyBefore;
      const delivered = await portal.delivery.submissions();
      const seconds = (sent.ms + done.ms) / 1000;
      return [
        { name: 'submissions completed', value: APPLICATIONS / seconds, unit: 'per s' },
        { name: 'all of them, from the first call to the last SUBMITTED', value: seconds, unit: 's' },
        { name: 'processor time of the service for one', value: busy / APPLICATIONS, unit: 'ms' },
        exactly(
          'processes that are SUBMITTED',
          done.result.filter((status) => status === 'SUBMITTED').length,
        ),
        exactly('applications that arrived', delivered.length),
        exactly('different ones among them', new Set(delivered.map(({ caseId }) => caseId)).size),
        { name: 'memory of the service after it', value: await memory(), unit: 'MB' },
      ];
    } finally {
      await portal.close();
    }
  },
};

async function prepare(client: PortalClient): Promise<{ client: PortalClient; id: string }> {
  await client.call('openPseudo', { body: { locale: 'de' } });
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  return { client, id };
}

const exactly = (name: string, value: number): Figure => ({
  name,
  value,
  unit: '',
  budget: { exactly: APPLICATIONS },
});
