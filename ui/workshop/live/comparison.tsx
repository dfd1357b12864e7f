import { useMemo, useState } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { FileButton } from '../file-button.tsx';
import { machineWords } from '../machine-words.ts';
import { placeOfPart } from '../part-address.ts';
import { Table } from '../table.tsx';
import type { NamedPath } from '../walked/walked.ts';
import { useWorkshop } from '../workshop-context.ts';
import { compareMoves, movesOf } from './compare-moves.ts';
import { PathChoice } from './path-choice.tsx';
import type { Recording } from './recording.ts';
import { type RecordingFault, readRecording } from './recording-file.ts';

/** Moves to compare with, and the path that they are of; null for those of a recording. */
type Other = { moves: readonly string[]; path: NamedPath | null };

/** The moves of a workflow in this recording beside those in another one, or those of a path that the tests walk. */
export function Comparison({ recording, machine }: { recording: Recording; machine: DescribedMachine }) {
  const { t, locale } = useWorkshop();
  const [other, setOther] = useState<Other | null>(null);
  const [fault, setFault] = useState<RecordingFault | null>(null);
  const words = machineWords(machine, locale);
  const open = async (file: File) => {
    const read = readRecording(await file.text());
    setFault(typeof read === 'string' ? read : null);
    if (typeof read !== 'string') setOther({ moves: movesOf(read, machine.name), path: null });
  };
  const moves = useMemo(() => movesOf(recording, machine.name), [recording, machine]);
  const compared = useMemo(() => (other === null ? [] : compareMoves(moves, other.moves)), [moves, other]);
  const different = compared.filter(({ here, there }) => here !== there).length;
  return (
    <section aria-label={t('compare.heading')}>
      <h2>{t('compare.heading')}</h2>
      <p>{t('compare.intro', { name: words.title })}</p>
      <div className="ws-tools">
        <FileButton label={t('compare.open')} onOpen={(file) => void open(file)} />
        {other && (
          <button type="button" onClick={() => setOther(null)}>
            {t('compare.close')}
          </button>
        )}
      </div>
      <PathChoice
        machine={machine}
        moves={moves}
        onChoose={(path) => {
          setFault(null);
          setOther({ moves: path.arrows, path });
        }}
      />
      <div role="alert">{fault !== null && <p className="ws-fault">{t(`live.fault.${fault}`)}</p>}</div>
      {other && (
        <>
          <p role="status">
            {different === 0 ? t('compare.equal') : t('compare.differ', { count: different })}
          </p>
          {other.path && (
            <p className="ws-quiet">
              <code>
                npm run paths -- show {other.path.id} --machine {machine.name} --layer {other.path.layer}
              </code>
            </p>
          )}
          <Table
            label={t('compare.table')}
            className="ws-narrow"
            scroll="ws-scroll ws-log"
            columns={[
              t('compare.here'),
              other.path ? t('compare.thePath', { id: other.path.id }) : t('compare.there'),
            ]}
          >
            {compared.map(({ here, there }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: moves have no other identity
              <tr key={index} className={here === there ? undefined : 'ws-different'}>
                <td>
                  <Move machine={machine} id={here} />
                </td>
                <td>
                  <Move machine={machine} id={there} />
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </section>
  );
}

function Move({ machine, id }: { machine: DescribedMachine; id: string | null }) {
  const { locale, hrefOf } = useWorkshop();
  if (id === null) return '–';
  const arrow = machine.arrows.find((each) => each.id === id);
  // A recording of another version may have arrows that are not drawn here.
  if (!arrow) return <code>{id}</code>;
  const words = machineWords(machine, locale);
  const to = arrow.to.map(words.state).join(', ');
  return (
    <>
      <a href={hrefOf(placeOfPart(machine, { arrows: [id] }))}>{words.event(arrow)}</a>
      {to !== '' && ` → ${to}`}
    </>
  );
}
