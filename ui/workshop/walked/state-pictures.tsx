import type { WalkedWorkflow } from '#contract/walked-workflow.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { placeOfPart } from '../part-address.ts';
import { useReading } from '../reading-context.ts';
import { TechnicalName } from '../technical-name.tsx';

type Pictures = WalkedWorkflow['pictures'];

/** Pictures of the screens in the states of a workflow, in the language of the page; where there is none, in the other. */
export function StatePictures({ machine, pictures }: { machine: DescribedMachine; pictures: Pictures }) {
  const { t, locale, hrefOf, testRun } = useReading();
  const words = machineWords(machine, locale);
  const byState = Map.groupBy(pictures, ({ state }) => state);
  if (byState.size === 0 || !testRun) return null;
  return (
    <>
      <h3>{t('walked.pictures')}</h3>
      <ul className="ws-pictures">
        {[...byState].map(([state, own]) => {
          const shown = own.find((one) => one.locale === locale) ?? own[0]!;
          const isKnown = machine.states.some(({ path }) => path === state);
          const title = isKnown ? words.state(state) : state;
          return (
            <li key={state}>
              <figure>
                <a href={testRun.pictureHref(shown.picture)} target="_blank" rel="noopener">
                  <img
                    src={testRun.pictureHref(shown.picture)}
                    alt={t('walked.screen', { state: title })}
                    loading="lazy"
                  />
                </a>
                <figcaption>
                  {isKnown ? <a href={hrefOf(placeOfPart(machine, { state }))}>{title}</a> : title}{' '}
                  <code className="ws-technical">
                    <TechnicalName>{state}</TechnicalName>
                  </code>
                </figcaption>
              </figure>
            </li>
          );
        })}
      </ul>
    </>
  );
}
