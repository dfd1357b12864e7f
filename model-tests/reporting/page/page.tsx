import Elk from 'elkjs/lib/elk.bundled.js';
import { layers } from '#contract/walked-parts.ts';
import { foldedAtFirst } from '#ui/workshop/diagram/folding.ts';
import { layoutOf } from '#ui/workshop/diagram/layout.ts';
import { diagramWords, machineWords } from '#ui/workshop/machine-words.ts';
import { workflows } from '#ui/workshop/machines.ts';
import type { RunReport } from '../gather.ts';
import { FilesTable } from './files-table.tsx';
import { pageOf } from './frame.tsx';
import { MachineSection } from './machine-section.tsx';
import { MachinesTable } from './machines-table.tsx';
import { RequirementsTable } from './requirements-table.tsx';
import { Compared, Failures, Slowest } from './run-summary.tsx';
import { searchScript } from './search.ts';

/** The folder of the pages of the workflows, beside the first page. */
const PAGES = 'pages';
const TITLE = 'Test report of the Serviceportal';

/**
 * The pages of a run by the names of their files: `index.html`, which is small enough to open at once, and one for each
 * workflow with its drawing, paths and pictures.
 * @param css styles of the drawings and of the pages
 */
export async function renderReport(report: RunReport, css: string): Promise<Map<string, string>> {
  const engine = new Elk.default();
  const inOrder = layers.flatMap((layer) => report.walked.filter((one) => one.layer === layer));
  const machines = [...workflows.values()].map((machine) => ({
    machine,
    title: machineWords(machine, 'en').title,
  }));
  const pages = machines.map(async ({ machine, title }): Promise<[string, string]> => {
    const layout = await layoutOf(engine, machine, diagramWords(machine, 'en'), foldedAtFirst(machine));
    const walked = inOrder.filter((one) => one.machine === machine.name);
    const content = (
      <>
        <p>
          <a href="../index.html">{TITLE}</a>, {report.at}
        </p>
        <MachineSection machine={machine} title={title} layout={layout} walked={walked} />
      </>
    );
    return [`${PAGES}/${machine.name}.html`, pageOf(`${title}: ${TITLE}`, css, content)];
  });
  const first = (
    <>
      <h1>{TITLE}</h1>
      <p>
        {report.at}: {report.passed} tests passed, {report.failures.length} failed
        {report.unsteady.length > 0 ? `, ${report.unsteady.length} unsteady` : ''}.
      </p>
      <Failures failures={report.failures} unsteady={report.unsteady} />
      <Compared report={report} />
      <form id="find" hidden>
        <label>
          Search: <input id="search" type="search" />
        </label>
        <label>
          <input id="failed" type="checkbox" /> only what failed or is incomplete
        </label>
        <output id="found" htmlFor="search failed" />
      </form>
      <div data-find="">
        <section id="coverage" aria-label="Coverage">
          <MachinesTable walked={inOrder.toSorted((a, b) => a.machine.localeCompare(b.machine))} />
        </section>
        <section id="requirements" aria-label="Requirements">
          <RequirementsTable report={report} />
        </section>
        <section id="slowest" aria-label="The slowest tests">
          <Slowest slowest={report.slowest} />
        </section>
        <section id="files" aria-label="Files of tests">
          <FilesTable files={report.files} />
        </section>
      </div>
      <nav aria-label="Workflows">
        <ul>
          {machines.map(({ machine, title }) => (
            <li key={machine.name}>
              <a href={`${PAGES}/${machine.name}.html`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
  return new Map([['index.html', pageOf(TITLE, css, first, searchScript)], ...(await Promise.all(pages))]);
}
