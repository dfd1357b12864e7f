import { machineWords } from '../machine-words.ts';
import { placeOfPart } from '../part-address.ts';
import { useReading } from '../reading-context.ts';
import { type Found, foundKinds } from './find.ts';

/** Number of entries of a kind that are listed; more words find fewer. */
const LISTED = 30;

/** The results of a search, by kind; each leads to its place in the drawing. */
export function FoundList({ found, query }: { found: readonly Found[]; query: string }) {
  const { t } = useReading();
  if (query.trim() === '') return null;
  return (
    <section aria-label={t('find.heading')} className="ws-found">
      <p role="status">{found.length === 0 ? t('find.nothing') : t('find.found', { count: found.length })}</p>
      {foundKinds.map((kind) => {
        const ofKind = found.filter((each) => each.kind === kind);
        return (
          ofKind.length > 0 && (
            <section key={kind} aria-label={t(`find.${kind}`)}>
              <h2>{t(`find.${kind}`)}</h2>
              <ul className="ws-entries">
                {ofKind.slice(0, LISTED).map((each) => (
                  <li key={`${each.machine.name} ${each.parts[0]}`}>
                    <Entry found={each} />
                  </li>
                ))}
              </ul>
              {ofKind.length > LISTED && (
                <p className="ws-quiet">{t('find.more', { count: ofKind.length - LISTED })}</p>
              )}
            </section>
          )
        );
      })}
    </section>
  );
}

function Entry({ found: { kind, machine, rule, text, parts } }: { found: Found }) {
  const { t, locale, place, hrefOf } = useReading();
  const part = kind === 'state' ? { state: parts[0] ?? '' } : { arrows: parts };
  // Within a workflow, what else was found stays marked.
  const q = place.workflow === undefined ? '' : (place.q ?? '');
  return (
    <>
      {rule !== null && <code>{rule}</code>} <a href={hrefOf({ ...placeOfPart(machine, part), q })}>{text}</a>{' '}
      <span className="ws-quiet">
        {machineWords(machine, locale).title}
        {parts.length > 1 && ` · ${t('book.arrowsCount', { count: parts.length })}`}
      </span>
    </>
  );
}
