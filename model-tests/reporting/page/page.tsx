import Elk from 'elkjs/lib/elk.bundled.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { foldedAtFirst } from '#ui/workshop/diagram/folding.ts';
import { layoutOf } from '#ui/workshop/diagram/layout.ts';
import { diagramWords, machineWords } from '#ui/workshop/machine-words.ts';
import { workflows } from '#ui/workshop/machines.ts';
import type { RunReport } from '../gather.ts';
import { layers } from '../shape.ts';
import { FilesTable } from './files-table.tsx';
import { MachineSection } from './machine-section.tsx';
import { MachinesTable } from './machines-table.tsx';
import { RequirementsTable } from './requirements-table.tsx';

/** The page of a run as one self-contained file. @param css styles of the drawings and of the page */
export async function renderReport(report: RunReport, css: string): Promise<string> {
  const engine = new Elk.default();
  const machines = await Promise.all(
    [...workflows.values()].map(async (machine) => ({
      machine,
      title: machineWords(machine, 'en').title,
      layout: await layoutOf(engine, machine, diagramWords(machine, 'en'), foldedAtFirst(machine)),
    })),
  );
  const inOrder = layers.flatMap((layer) => report.walked.filter((one) => one.layer === layer));
  const tests = report.files.reduce((sum, file) => sum + file.tests - file.skipped, 0);
  const failed = report.files.reduce((sum, file) => sum + file.failed, 0);
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Test report of the Serviceportal</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own style sheets */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main>
          <h1>Test report of the Serviceportal</h1>
          <p>
            {report.at}: {tests - failed} tests passed, {failed} failed.
          </p>
          <nav aria-label="Contents">
            <ul>
              {[
                ['coverage', 'Coverage'],
                ['requirements', 'Requirements'],
                ['files', 'Files of tests'],
                ...machines.map(({ machine, title }) => [machine.name, title]),
              ].map(([id, title]) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <section id="coverage" aria-label="Coverage">
            <MachinesTable walked={inOrder.toSorted((a, b) => a.machine.localeCompare(b.machine))} />
          </section>
          <section id="requirements" aria-label="Requirements">
            <RequirementsTable report={report} />
          </section>
          {machines.map(({ machine, title, layout }) => (
            <MachineSection
              key={machine.name}
              machine={machine}
              title={title}
              layout={layout}
              walked={inOrder.filter((one) => one.machine === machine.name)}
              pictures={report.pictures}
            />
          ))}
          <section id="files" aria-label="Files of tests">
            <FilesTable files={report.files} />
          </section>
        </main>
      </body>
    </html>,
  );
  return `<!doctype html>\n${markup}`;
}
