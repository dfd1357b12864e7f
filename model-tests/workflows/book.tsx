import { readFileSync } from 'node:fs';
import path from 'node:path';
import Elk from 'elkjs/lib/elk.bundled.js';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, locales } from '#domain/locale.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { assumedRules } from '#ui/workshop/assumed/assumed-rules.ts';
import { AssumedTable } from '#ui/workshop/assumed/assumed-table.tsx';
import { WorkflowList } from '#ui/workshop/book/workflow-list.tsx';
import { WorkflowView } from '#ui/workshop/book/workflow-view.tsx';
import { Diagram } from '#ui/workshop/diagram/diagram.tsx';
import { foldedAtFirst } from '#ui/workshop/diagram/folding.ts';
import { layoutOf } from '#ui/workshop/diagram/layout.ts';
import { diagramWords, machineWords } from '#ui/workshop/machine-words.ts';
import { workflows } from '#ui/workshop/machines.ts';
import { anchorOf } from '#ui/workshop/part-address.ts';
import type { Place } from '#ui/workshop/place.ts';
import type { Proofs } from '#ui/workshop/reading-context.ts';
import { ReadingProvider } from '#ui/workshop/reading-context.ts';
import { textsIn } from '#ui/workshop/texts.ts';

const styles = path.resolve(import.meta.dirname, '../../ui/styles');
const engine = new Elk.default();

/** The style sheet of the workshop with everything that it refers to inside: a page needs no other file. */
function wholeStyle(): string {
  const read = (file: string) => readFileSync(path.join(styles, file), 'utf8');
  return read('workshop.css')
    .replace(/@import "(.*?)";/g, (_, file: string) => read(file))
    .replace(/url\("(.*?\.woff2)"\)/g, (_, file: string) => {
      const font = readFileSync(path.join(styles, file)).toString('base64');
      return `url("data:font/woff2;base64,${font}")`;
    });
}

/** File of a place in the book, with the row of a part; one folder for each language. */
const fileOf = ({ section, workflow, at = '' }: Place): string =>
  `${workflow ?? section ?? 'index'}.html${at === '' ? '' : `#${anchorOf(at)}`}`;

/**
 * Every page of the book by its file: all workflows in both languages, as pages without script or network.
 * @param proofs walked paths of a test run, by workflow
 */
export async function bookPages(proofs: ReadonlyMap<string, Proofs>): Promise<Map<string, string>> {
  const style = wholeStyle();
  const pages = new Map<string, string>();
  for (const locale of locales) {
    const add = (place: Place, title: string, content: ReactNode) =>
      pages.set(`${locale}/${fileOf(place)}`, pageOf({ locale, place, title, content, style, proofs }));
    const t = textsIn(locale);
    add({}, t('sections.book'), <ListPage locale={locale} />);
    add({ section: 'assumed' }, t('sections.assumed'), <AssumedPage locale={locale} />);
    for (const machine of workflows.values()) {
      const drawing = await drawingsOf(machine, locale);
      const view = <WorkflowView machine={machine} drawing={drawing} />;
      add({ workflow: machine.name }, machineWords(machine, locale).title, view);
    }
  }
  return pages;
}

/** The workflow as shown at first, and with everything unfolded. */
async function drawingsOf(machine: DescribedMachine, locale: Locale): Promise<ReactNode> {
  const { title } = machineWords(machine, locale);
  const first = foldedAtFirst(machine);
  const ways = first.size === 0 ? [first] : [first, new Set<string>()];
  const layouts = await Promise.all(
    ways.map((folded) => layoutOf(engine, machine, diagramWords(machine, locale), folded)),
  );
  return layouts.map((layout) => (
    <div key={layout.boxes.length} className="ws-area">
      <Diagram
        layout={layout}
        label={textsIn(locale)('workflow.pictureLabel', { title })}
        describedBy="states"
      />
    </div>
  ));
}

const ListPage = ({ locale }: { locale: Locale }) => (
  <>
    <h1>{textsIn(locale)('sections.book')}</h1>
    <WorkflowList />
  </>
);

function AssumedPage({ locale }: { locale: Locale }) {
  const t = textsIn(locale);
  return (
    <>
      <h1>{t('sections.assumed')}</h1>
      <p className="ws-intro">{t('assumed.intro')}</p>
      <AssumedTable rules={[...workflows.values()].flatMap(assumedRules)} />
    </>
  );
}

type Page = {
  locale: Locale;
  place: Place;
  title: string;
  content: ReactNode;
  style: string;
  proofs: ReadonlyMap<string, Proofs>;
};

function pageOf({ locale, place, title, content, style, proofs }: Page): string {
  const t = textsIn(locale);
  const other = locales.find((each) => each !== locale) ?? locale;
  const links = [
    [fileOf({}), t('sections.book')],
    [fileOf({ section: 'assumed' }), t('sections.assumed')],
  ] as const;
  const reading = { locale, t, place, engine, hrefOf: fileOf, go: () => undefined, proofs };
  const markup = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <div className="ws-page">
          <header className="ws-header">
            <nav aria-label={t('sections.label')}>
              <ul className="ws-tabs">
                {links.map(([href, name]) => (
                  <li key={href}>
                    <a href={href}>{name}</a>
                  </li>
                ))}
              </ul>
            </nav>
            <a href={`../${other}/${fileOf(place)}`} lang={other}>
              {t('otherLanguage')}
            </a>
          </header>
          <main>
            <ReadingProvider value={reading}>{content}</ReadingProvider>
          </main>
        </div>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}\n`;
}
