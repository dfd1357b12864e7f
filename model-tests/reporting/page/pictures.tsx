import { locales } from '#domain/locale.ts';
import type { SeenState } from '../shape.ts';

/** The folder of the pictures, from the page of a workflow. */
const FOLDER = '../pictures';

/** Pictures of each state, in both languages. */
export function Pictures({ shown }: { shown: readonly SeenState[] }) {
  const seen = Map.groupBy(shown, ({ state }) => state);
  if (seen.size === 0) return null;
  return (
    <details>
      <summary>What people see in each state ({seen.size})</summary>
      <ul className="pictures">
        {[...seen].flatMap(([state, all]) =>
          locales.flatMap((locale) => {
            const name = all.find((one) => one.locale === locale)?.picture;
            if (!name) return [];
            return [
              <li key={`${state} ${locale}`}>
                <figure>
                  <img src={`${FOLDER}/${name}`} alt={`${state}, ${locale}`} loading="lazy" />
                  <figcaption>
                    {state}, {locale}
                  </figcaption>
                </figure>
              </li>,
            ];
          }),
        )}
      </ul>
    </details>
  );
}
