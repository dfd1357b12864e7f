import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CardAppStandIn, startCardAppStandIn } from './server.ts';

let app: CardAppStandIn;
beforeAll(async () => {
  app = await startCardAppStandIn({ port: 0 });
});
afterAll(() => app.close());

const ask = (signal: AbortSignal | null = null) => fetch(app.statusUrl, { signal });

it('answers every page with the status of such an app', async () => {
  const answer = await ask();
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toMatchObject({ 'Specification-Title': 'TR-03124-1' });
});

it('behaves as it is told, by the tests or on its page', async () => {
  app.behave('away');
  await expect(ask()).rejects.toThrow(TypeError);
  app.behave('silent');
  await expect(ask(AbortSignal.timeout(300))).rejects.toThrow(/timeout/);
  const press = (behaviour: string) =>
    fetch(app.origin, { method: 'POST', body: new URLSearchParams({ behaviour }) });
  expect(await (await press('nonsense')).text()).toContain('ein anderes Programm antwortet');
  expect(await (await ask()).text()).toBe('<p>It works!</p>');
  await press('runs');
  expect((await ask()).status).toBe(200);
  expect(app.asked()).toBe(5);
});
