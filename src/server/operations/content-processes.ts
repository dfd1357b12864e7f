import type { Locale } from '#domain/locale.ts';
import { faultLines } from '#server/content/fault-lines.ts';
import type { ContentFault } from '#server/content/types.ts';
import { type Html, html } from '#server/html/html.ts';
import { table } from './parts.ts';
import { formatOf, texts } from './texts.ts';

/** A process and its content: the versions that it shows, and could show at once. */
export type ContentOfProcess = {
  name: string;
  shows: string;
  has: string;
  seenAt: Date;
  faults: ContentFault[];
};

/** Lists the content of all processes, and says whether a new one waits; nothing where there are none. */
export function contentProcesses(processes: ContentOfProcess[], locale: Locale): Html {
  if (processes.length === 0) return html``;
  const t = texts[locale].state.processes;
  const { time } = formatOf(locale);
  const waits = processes.some(({ shows, has }) => shows !== has);
  return html`${waits && html`<p class="sp-measure">${t.waits}</p>`}${table(
    t.caption,
    [
      { title: t.name, cell: ({ name }) => name },
      { title: t.shows, cell: ({ shows }) => shows.slice(0, 16) },
      { title: t.has, cell: ({ has }) => has.slice(0, 16) },
      { title: t.seen, cell: ({ seenAt }) => time(seenAt) },
      { title: t.faults, cell: ({ faults }) => faultLines(faults).join('; ') || '–' },
    ],
    processes,
    '',
  )}`;
}
