import { locales } from '#domain/locale.ts';
import type { SeenState } from '../shape.ts';

/** Pictures of each state, in both languages. */
export function Pictures({
  shown,
  pictures,
}: {
  shown: readonly SeenState[];
  pictures: ReadonlyMap<string, Buffer>;
}) {
  const seen = Map.groupBy(shown, ({ state }) => state);
  if (seen.size === 0) return null;
  return (
    <details>
      <summary>What people see in each state ({seen.size})</summary>
      <ul className="pictures">
        {[...seen].flatMap(([state, all]) =>
          locales.flatMap((locale) => {
            const name = all.find((one) => one.locale === locale)?.picture ?? '';
            const bytes = pictures.get(name);
            if (!bytes) return [];
            return [
              <li key={`${state} ${locale}`}>
                <figure>
                  <img
                    src={`data:image/webp;base64,${bytes.toString('base64')}`}
                    alt={`${state}, ${locale}`}
                    loading="lazy"
                  />
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
