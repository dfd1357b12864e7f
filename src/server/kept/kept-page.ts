import { type End, ends, kept, type Purpose, purposes, viewers } from './kept.ts';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Entry = {
  table: string;
  column: string;
  what: string;
  isSealed: boolean;
  why: Purpose;
  end: End;
  seenBy: string;
};

/** Returns what is kept about persons, a column each, in the names of the database. */
export function personalColumns(): Entry[] {
  return Object.entries(kept).flatMap(([table, { columns, ...usual }]) =>
    Object.entries(columns).flatMap(([column, about]) => {
      if (about === null) return [];
      const {
        what,
        isSealed = false,
        why,
        ends: end,
        seenBy,
      } = { ...usual, ...(typeof about === 'string' ? { what: about } : about) };
      return [
        {
          table: snake(table),
          column: snake(column),
          what,
          isSealed,
          why: why as Purpose,
          end: end as End,
          seenBy: viewers[seenBy as keyof typeof viewers],
        },
      ];
    }),
  );
}

/** Returns every column that the table of what is kept knows, as `table.column`. */
export const knownColumns = (): string[] =>
  Object.entries(kept).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${snake(table)}.${snake(column)}`),
  );

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Returns docs/data-kept.md. */
export function keptPage(): string {
  const tables = Object.groupBy(personalColumns(), ({ table }) => table);
  const others = Object.entries(kept).map(([name, { columns }]) => {
    const silent = Object.entries(columns).filter(([, about]) => about === null);
    return `- \`${snake(name)}\`: ${silent.map(([column]) => `\`${snake(column)}\``).join(', ')}`;
  });
  return `# What is kept about people

Every column of the database that says something about a person: why it is kept, until when, and who sees it. \`src/server/kept/kept.ts\` is the place where this is decided, and this page is made from it (\`npx vitest run --project unit src/server/jobs/kept.test.ts -u\`). A column without an entry fails a test, and so does a part of [the job that erases](operations.md#how-long-things-are-kept) that ends nothing named here. Another test searches a whole dump for everything that a person entered, and that their account said, before and after each step (\`model-tests/http/erased.test.ts\`).

*Sealed* columns are [encrypted by the server](decisions/0093-sealed-at-rest.md) before they reach the database. **Whoever runs the database, or has a copy of it, reads all the others**, whatever is written under *Seen by*, which names people who see a column in the portal. The legal basis of each purpose is the installation's: \`content/data-protection.json\` has it, and the privacy page shows it with the list made from this table ([how](content.md#what-is-kept)).

${Object.entries(tables)
  .map(([table, entries = []]) =>
    [
      `## \`${table}\``,
      '',
      row(['Column', 'What', 'Sealed', 'Why', 'Until', 'Seen by']),
      row(['---', '---', '---', '---', '---', '---']),
      ...entries.map(({ column, what, isSealed, why, end, seenBy }) =>
        row([`\`${column}\``, what, isSealed ? 'yes' : 'no', purposes[why], ends[end].when, seenBy]),
      ),
    ].join('\n'),
  )
  .join('\n\n')}

## Other columns

Ids, states, settings and clocks. They are readable, say something only together with their row, belong to the same person, and go with it:

${others.join('\n')}

The tables of the job queue (schema \`jobs\`) have ids of applications, payments, files and e-mails, and error codes; a job is deleted a day after its end.
`;
}
