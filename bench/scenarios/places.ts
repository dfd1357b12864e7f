import { demonstrationContent } from '#model-tests/http/public-addresses.ts';
import { type Figure, type Scenario, timed } from '../kit/figures.ts';
import { type PlaceSweep, sweepPlaces } from '../kit/place-sweep.ts';
import { storedPlaces } from '../kit/stored-places.ts';

export const places: Scenario = {
  title: 'Every place × every service',
  about:
    'each municipality by its names, its postcodes and both, each postcode, each place in a municipality, with every service of the content; PLACES_DATA names a folder with areas.csv and postcodes.csv (or one such folder a state), else the demonstration places are taken',
  measure: async () => {
    const content = demonstrationContent();
    const folder = process.env.PLACES_DATA;
    const tables = folder ? storedPlaces(folder) : new Map([['demonstration', content.areas]]);
    const figures: Figure[] = [];
    for (const [name, areas] of tables) {
      const { ms, result } = await timed(async () => sweepPlaces({ ...content, areas }));
      figures.push(...figuresOf(name, result), { name: `${name}: time`, value: ms / 1000, unit: 's' });
      reveal(result);
    }
    return figures;
  },
};

function figuresOf(name: string, sweep: PlaceSweep): Figure[] {
  const count = (what: string, value: number): Figure => ({ name: `${name}: ${what}`, value, unit: '' });
  const none = (what: string, { length }: string[]): Figure => ({
    ...count(what, length),
    budget: { exactly: 0 },
  });
  return [
    count('municipalities', sweep.municipalities),
    count('postcodes', sweep.postcodes),
    count('of them with several municipalities', sweep.sharedPostcodes),
    count('ways to write a place', sweep.texts),
    count('services', sweep.services),
    count('answers: the responsible authority', sweep.outcomes.authority),
    count('answers: a choice of places', sweep.outcomes.choice),
    count('answers: the state-wide text', sweep.outcomes.stateWide),
    none('dead ends', sweep.deadEnds),
    none('silent first hits', sweep.silentFirstHits),
    none('choices that call two places the same', sweep.sameNames),
    none('authorities that are not the most specific ones', sweep.wrongAuthorities),
  ];
}

/** The first failures: a number alone does not help to fix them. */
function reveal({ deadEnds, silentFirstHits, sameNames, wrongAuthorities }: PlaceSweep): void {
  for (const wrong of [...deadEnds, ...silentFirstHits, ...sameNames, ...wrongAuthorities].slice(0, 20)) {
    process.stdout.write(`  ! ${wrong}\n`);
  }
}
