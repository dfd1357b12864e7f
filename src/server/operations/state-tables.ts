import type { Locale } from '#domain/locale.ts';
import type { ContentReport } from '#server/content-store/content-store.ts';
import { type Html, html } from '#server/html/html.ts';
import { type ContentOfProcess, contentProcesses } from './content-processes.ts';
import { section, table } from './parts.ts';
import { buildName, formatOf, texts } from './texts.ts';

export type StateOfService = {
  build: { version: string; commit: string };
  buildId: string;
  contentVersion: string;
  theme: string;
  content: ContentReport;
  /** Content of all processes that live; empty where no other one can use the database. */
  processes: ContentOfProcess[];
};

/** Shows the running versions, the time when content was loaded, and its faults. */
export function stateTables(state: StateOfService, locale: Locale): Html {
  const t = texts[locale];
  const { time } = formatOf(locale);
  const { lastReload, leftOut, loadedAt } = state.content;
  const facts: [string, string][] = [
    [t.state.version, buildName(state.build)],
    [t.state.build, state.buildId || '–'],
    [t.state.content, state.contentVersion.slice(0, 16)],
    [t.state.theme, state.theme],
    [t.state.loaded, time(loadedAt)],
    [
      t.state.reload,
      lastReload ? `${time(lastReload.at)}: ${t.state.outcome[lastReload.outcome]}` : t.state.never,
    ],
  ];
  const faults = [
    ...(lastReload?.faults ?? []).map((fault) => ({ ...fault, kind: t.state.refused })),
    ...leftOut.map((fault) => ({ ...fault, kind: t.state.leftOut })),
  ];
  return section(
    'state',
    t.state.title,
    html`<dl class="kern-description-list sp-descriptions">${facts.map(
      ([name, value]) =>
        html`<div class="kern-description-list-item"><dt class="kern-description-list-item__key">${name}</dt><dd class="kern-description-list-item__value">${value}</dd></div>`,
    )}</dl>`,
    contentProcesses(state.processes, locale),
    table(
      t.state.faults,
      [
        { title: t.state.place, cell: ({ file, line }) => `${file}:${line}` },
        { title: t.state.reason, cell: ({ reason }) => reason },
        { title: t.state.consequence, cell: ({ kind }) => kind },
      ],
      faults,
      t.state.noFaults,
    ),
  );
}
