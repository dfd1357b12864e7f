import { coverageKinds, layers } from '#contract/walked-parts.ts';
import type { WalkedWorkflow } from '#contract/walked-workflow.ts';
import { languageTag } from '#domain/locale.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { useReading } from '../reading-context.ts';
import { Table } from '../table.tsx';
import type { WorkshopTexts } from '../texts.ts';
import { StatePictures } from './state-pictures.tsx';

/** The words of a kind or a layer; of another version its name. */
const kindName = (kind: string, t: WorkshopTexts): string =>
  coverageKinds.some((known) => known === kind)
    ? t(`walked.kind.${kind as (typeof coverageKinds)[number]}`)
    : kind;
const layerName = (layer: string, t: WorkshopTexts): string =>
  layers.some((known) => known === layer) ? t(`walked.layer.${layer as (typeof layers)[number]}`) : layer;

/** How much of a workflow the last test run has walked, what is missing, and what people see in its states. */
export function WalkedSection({
  machine,
  walked,
}: {
  machine: DescribedMachine;
  /** Null where the run has walked nothing of it. */
  walked: WalkedWorkflow | null;
}) {
  const { t, testRun, locale } = useReading();
  if (!testRun) return null;
  const number = new Intl.NumberFormat(languageTag[locale]);
  const at = walked && new Intl.DateTimeFormat(languageTag[locale], FORMAT);
  return (
    <section aria-labelledby="walked">
      <h2 id="walked">{t('walked.heading')}</h2>
      {testRun.standing !== 'made' && <p>{t(`walked.${testRun.standing}`)}</p>}
      {testRun.standing === 'notMade' && <MakeOne />}
      {testRun.standing === 'made' && walked === null && (
        <>
          <p>{t('walked.nothing')}</p>
          <MakeOne />
        </>
      )}
      {walked && (
        <>
          <p>{t('walked.intro', { at: at?.format(new Date(walked.at)) ?? '' })}</p>
          <Table
            label={t('walked.coverage')}
            className="ws-narrow"
            columns={[t('walked.where'), t('walked.what'), t('walked.how')]}
          >
            {walked.coverage.map(({ layer, kind, covered, total, missing, elsewhere }) => (
              <tr key={`${layer} ${kind}`}>
                <th scope="row">{layerName(layer, t)}</th>
                <td>{kindName(kind, t)}</td>
                <td>
                  <span className="ws-rule">
                    {t('walked.of', { covered: number.format(covered), total: number.format(total) })}
                  </span>
                  <Names title={t('walked.missing', { count: missing.length })} names={missing} />
                  <Names
                    title={t('walked.elsewhere', { count: Object.keys(elsewhere).length })}
                    names={Object.entries(elsewhere).map(([name, why]) => `${name} (${why})`)}
                  />
                </td>
              </tr>
            ))}
          </Table>
          <StatePictures machine={machine} pictures={walked.pictures} />
        </>
      )}
    </section>
  );
}

const FORMAT = { dateStyle: 'long', timeStyle: 'short' } as const;

/** The commands that make a report. */
function MakeOne() {
  const { t } = useReading();
  return (
    <ul>
      <li>
        <code>npm test</code> {t('walked.byTest')}
      </li>
      <li>
        <code>npm test -- --all</code> {t('walked.byAll')}
      </li>
      <li>
        <code>npm run report</code> {t('walked.byReport')}
      </li>
    </ul>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
