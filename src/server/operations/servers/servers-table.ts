import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { filled } from '#server/html/texts.ts';
import type { SeenServer } from '#server/running-servers/row.ts';
import { section, table } from '../parts.ts';
import { buildName, formatOf, texts } from '../texts.ts';
import { clockOf, isSilent } from './known.ts';

/** Lists the servers of the installation: version, clock, when each was last heard, and what it lacks. */
export function serversTable(servers: readonly SeenServer[], locale: Locale): Html {
  const t = texts[locale].servers;
  const { duration } = formatOf(locale);
  return section(
    'servers',
    t.title,
    html`<p class="sp-measure">${t.note}</p>`,
    table(
      t.caption,
      [
        { title: t.name, cell: ({ name }) => name },
        { title: t.version, cell: ({ facts }) => buildName(facts) },
        { title: t.runs, cell: ({ facts }) => duration(facts.runsSeconds) },
        {
          title: t.heard,
          cell: (server) =>
            isSilent(server)
              ? html`<strong>${filled(t.silent, { duration: duration(server.silentSeconds) })}</strong>`
              : t.now,
        },
        { title: t.clock, cell: (server) => clockText(server, locale) },
        { title: t.lacks, cell: (server) => lackText(server, locale) },
      ],
      [...servers],
      t.none,
    ),
  );
}

/** Difference from which the log warns of a clock (watch/clock.ts). */
const CLOCK_SECONDS = 10;

/** Whether a server's clock is so wrong that logins may fail. */
export const isClockWrong = (server: Pick<SeenServer, 'facts'>): boolean =>
  Math.abs(clockOf(server)?.aheadSeconds ?? 0) > CLOCK_SECONDS;

function clockText(server: SeenServer, locale: Locale): Html | string {
  const t = texts[locale].servers;
  const clock = clockOf(server);
  if (clock === null) return '–';
  const by = Math.abs(clock.aheadSeconds);
  // The time of an answer is told in whole seconds.
  if (by < 1) return t.clockAgrees;
  const words = filled(clock.aheadSeconds > 0 ? t.clockAhead : t.clockBehind, {
    seconds: by < 60 ? formatOf(locale).seconds(by) : formatOf(locale).duration(by),
    partner: hostOf(clock.partner),
  });
  return isClockWrong(server) ? html`<strong>${words}</strong>` : words;
}

/** Returns what a server lacks, in words; null for nothing. */
export function lacksOf({ facts }: Pick<SeenServer, 'facts'>, locale: Locale): string | null {
  const { missing, unwritten } = texts[locale].servers;
  const words = [
    ...Object.keys(facts.missing).map((name) => (missing as Record<string, string>)[name] ?? name),
    ...facts.unwritten.map((log) => (unwritten as Record<string, string>)[log] ?? log),
  ];
  return words.length === 0 ? null : words.join('; ');
}

function lackText(server: SeenServer, locale: Locale): Html | string {
  const lacks = lacksOf(server, locale);
  return lacks === null ? texts[locale].servers.nothing : html`<strong>${lacks}</strong>`;
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin);
