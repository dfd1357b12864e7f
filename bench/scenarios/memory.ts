import { startBare } from '../kit/bare.ts';
import type { Figure, Scenario } from '../kit/figures.ts';
import { type Measured, startMeasured } from '../kit/server-process.ts';

const REST_MS = 30_000;

export const memory: Scenario = {
  title: 'Memory at rest',
  about: `resident memory of the service process ${REST_MS / 1000} s after its start, nobody using it (under load: see autosave and submissions)`,
  measure: async () => {
    const bare = await startBare();
    const fresh = await startMeasured();
    const again = await startMeasured();
    try {
      await again.portal.kill();
      await again.portal.start();
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      const floor = { name: 'bare Fastify', value: await bare.memory() };
      return [
        ...(await figuresOf('after the first start, which makes the database', fresh, floor)),
        ...(await figuresOf('after a later start', again, floor)),
      ];
    } finally {
      await Promise.all([fresh.portal.close(), again.portal.close(), bare.stop()]);
    }
  },
};

async function figuresOf(
  name: string,
  { memory, settle }: Measured,
  floor: Figure['floor'],
): Promise<Figure[]> {
  const untouched = await memory();
  await settle();
  const settled = await memory();
  const common = { unit: 'MB' as const, budget: { most: 450 } };
  return [
    { name, value: untouched, ...common, ...(floor && { floor }) },
    { name: `${name}, garbage collected`, value: settled, ...common },
  ];
}
