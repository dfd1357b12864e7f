import { startBare } from '../kit/bare.ts';
import type { Scenario } from '../kit/figures.ts';
import { startMeasured } from '../kit/service-process.ts';

const restMs = 30_000;

export const memory: Scenario = {
  title: 'Memory at rest',
  about: `resident memory of the service process ${restMs / 1000} s after its start, nobody using it; under load: see the two above`,
  measure: async () => {
    const [{ portal, memory, settle }, bare] = await Promise.all([startMeasured(), startBare()]);
    try {
      await new Promise((resolve) => setTimeout(resolve, restMs));
      const untouched = await memory();
      await settle();
      const settled = await memory();
      const floor = { name: 'bare Fastify', value: await bare.memory() };
      return [
        { name: 'at rest', value: untouched, unit: 'MB', budget: { most: 450 }, floor },
        { name: 'at rest, garbage collected', value: settled, unit: 'MB', budget: { most: 450 }, floor },
      ];
    } finally {
      await Promise.all([portal.close(), bare.stop()]);
    }
  },
};
