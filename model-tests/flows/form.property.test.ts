import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectHasUnsaved } from '#machines/form/form.selectors.ts';
import type { FormContext, FormEvent } from '#machines/form/form.types.ts';
import type { SavingEvent } from '#machines/saving/saving.types.ts';
import { randomRun } from '../paths/random.ts';
import { type Office, openOffice, type Weather } from './form-service.ts';

type Happening =
  | { kind: 'event'; event: FormEvent }
  | { kind: 'said'; event: SavingEvent }
  | { kind: 'answer'; weather: Weather }
  | { kind: 'time' }
  | { kind: 'elsewhere' };

const event = (of: FormEvent): Happening => ({ kind: 'event', event: of });
const said = (of: SavingEvent): Happening => ({ kind: 'said', event: of });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Kim', 'Ada', 'Mia').map((value) => typing(value)) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom<Weather>(
        'good',
        'good',
        'request lost',
        'answer lost',
        'database away',
        'database lost',
        'session over',
        'another window edits',
        'refused',
      )
      .map((weather): Happening => ({ kind: 'answer', weather })),
  },
  { weight: 4, arbitrary: fc.constant<Happening>({ kind: 'time' }) },
  { weight: 1, arbitrary: fc.constant<Happening>({ kind: 'elsewhere' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      event({ type: 'page.nextRequested' }),
      event({ type: 'page.backRequested' }),
      event({ type: 'network.restored' }),
      event({ type: 'session.renewed' }),
      event({ type: 'editing.gained' }),
      event({ type: 'retry.requested' }),
      said({ type: 'newerState.requested' }),
      said({ type: 'newerState.postponed' }),
      event({ type: 'locale.changed', locale: 'en' }),
    ),
  },
);

let writesElsewhere = 0;

const typing = (value: string): Happening => event({ type: 'value.changed', path: 'name', value });

async function happen(office: Office, it: Happening): Promise<void> {
  if (it.kind === 'event') await office.live.bring(it.event);
  else if (it.kind === 'said') office.tell(it.event);
  else if (it.kind === 'answer') await office.answer(it.weather);
  else if (it.kind === 'time') await office.live.passTime(60_000);
  // Each write differs: overwriting an equal value would lose nothing.
  else office.writeElsewhere(`from elsewhere ${++writesElsewhere}`);
}

const onScreen = ({ live }: Office) => (live.snapshot().context as FormContext).evaluation.data.name;
const hasUnsaved = ({ live }: Office) => selectHasUnsaved(live.snapshot() as never);

/** The network is back, the person logs in again and tries again, and takes the newer state if there is one. */
async function clearUp(office: Office): Promise<void> {
  for (let turn = 0; turn < 15; turn += 1) {
    for (const type of ['network.restored', 'session.renewed', 'editing.gained', 'retry.requested'] as const)
      await office.live.bring({ type });
    office.tell({ type: 'newerState.requested' });
    await office.answer('good');
    await office.live.passTime(60_000);
  }
}

it('loses nothing in any weather and never writes over what another window saved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), async (happenings) => {
      const office = openOffice();
      await office.answer('good');
      for (const it of happenings) {
        const before = onScreen(office);
        await happen(office, it);
        if (
          it.kind === 'event' &&
          it.event.type === 'value.changed' &&
          office.live.state().startsWith('open')
        ) {
          expect(onScreen(office), 'what is typed is on the screen').toBe(it.event.value);
        } else if (it.kind === 'answer' && office.live.state().startsWith('open') && hasUnsaved(office)) {
          expect(onScreen(office), 'no answer takes away what is unsaved').toBe(before);
        }
        expect(office.live.underWay('saveProgress'), 'one write at a time').toBeLessThanOrEqual(1);
      }
      await happen(office, typing('Zoe'));
      await clearUp(office);
      expect(hasUnsaved(office), 'in the end all is saved').toBe(false);
      expect(onScreen(office), 'the screen shows what the service has').toBe(office.data().name);
      expect(office.overwroteUnseen(), 'nothing of another window was overwritten unseen').toBe(false);
      office.live.stop();
    }),
    randomRun('form', 300),
  );
});
