import { allMachines } from '#machines/all-machines.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { drawingJson } from '#machines/drawing/drawing-json.ts';
import { useReading } from '../reading-context.ts';
import { saveFile } from '../save-file.ts';
import { mermaidOf } from './mermaid.ts';
import { scxmlOf } from './scxml.ts';
import { svgText } from './svg-text.ts';

const machines: Readonly<Record<string, (typeof allMachines)[keyof typeof allMachines]>> = allMachines;

/** A workflow as files for other tools. */
export function Exports({ machine }: { machine: DescribedMachine }) {
  const { t, locale } = useReading();
  const own = machines[machine.name];
  const save = (ending: string, type: string, text: string) =>
    saveFile(`${machine.name}.${ending}`, type, text);
  return (
    <details className="ws-legend">
      <summary>{t('exports.heading')}</summary>
      <p>{t('exports.intro')}</p>
      <div className="ws-tools">
        {own && (
          <button type="button" onClick={() => save('json', 'application/json', drawingJson(own, 2))}>
            XState JSON
          </button>
        )}
        <button type="button" onClick={() => save('scxml', 'application/scxml+xml', scxmlOf(machine))}>
          SCXML
        </button>
        <button type="button" onClick={() => save('mmd', 'text/plain', mermaidOf(machine, locale))}>
          Mermaid
        </button>
        <button
          type="button"
          onClick={() => {
            const drawing = document.querySelector<SVGSVGElement>('.ws-drawing svg.dg');
            if (drawing) save('svg', 'image/svg+xml', svgText(drawing));
          }}
        >
          {t('exports.svg')}
        </button>
      </div>
    </details>
  );
}
