import type { Restored } from './restore.ts';

type Told = Omit<Restored, 'manifest'> & { snapshotAt: string; hasTrail: boolean };

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const listed = (ids: readonly string[]): string => ids.map((id) => `\n    ${id}`).join('');

/** Returns what a restore tells operators: what came back, what is still asked, and what it cannot know. */
export function reportOf({ erased, questions, snapshotAt, hasTrail }: Told): string {
  const { payments, deliveries, known, foreignDeliveries, foreignHandIns } = questions;
  const lines = [
    `The database is as of ${snapshotAt}, and up to date with this version.`,
    `  erased again: ${counted(erased.applications, 'application', 'applications')}, ` +
      `${counted(erased.others, 'other row', 'other rows')} without a key`,
    `  to be asked when the server starts: ${counted(payments, 'payment', 'payments')}, ` +
      `${counted(deliveries, 'status', 'statuses')}; from the trail: ${counted(known, 'act', 'acts')}`,
  ];
  if (foreignDeliveries.length > 0)
    lines.push(
      'Authorities have applications that were begun later and are not here; tell them, and whoever asks. ' +
        'What was paid for them is not to be returned. ' +
        `Number at the delivery service, and ticket number:${listed(foreignDeliveries)}`,
    );
  if (foreignHandIns.length > 0)
    lines.push(
      `Documents handed in later are at the authority, and not here as handed in:${listed(foreignHandIns)}`,
    );
  lines.push('Not known:');
  if (!hasTrail)
    lines.push(
      '  without the trail: payments opened, applications sent, e-mails sent and applications erased since. ' +
        'Compare the statements of the payment provider and of the delivery service with this database.',
    );
  lines.push(
    '  whether an e-mail that was handed over in the moment of the loss was sent: it may come twice.',
  );
  lines.push('  applications begun since, and everything entered since: it is lost.');
  lines.push(
    '  logins: people log in again. Refunds made or noted since: they are listed as open again; the security log has the notes.',
  );
  return lines.join('\n');
}
