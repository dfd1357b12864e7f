import { describe, expect, it } from 'vitest';
import { processStatuses } from '#domain/process-status.ts';
import { statusDateKey, statusIcon, statusTitleKey } from '#machines/process/process.selectors.ts';

import { textOf } from '../machine/texts.ts';
import { type Status, statusTable } from './status-table.ts';

const inBoth = (key: string) => ({ de: textOf('de', key), en: textOf('en', key) });

describe('what a person sees of a status', () => {
  it('is written for exactly the nine statuses', () => {
    expect(Object.keys(statusTable).sort()).toEqual([...processStatuses].sort());
  });

  it.each(Object.entries(statusTable))(
    '%s has the label, icon and date label of the table',
    (name, entry) => {
      const status = name as Status;
      expect(inBoth(statusTitleKey(status))).toEqual(entry.label);
      expect(inBoth(statusDateKey(status))).toEqual(entry.dateLabel);
      expect(statusIcon(status)).toBe(entry.icon);
    },
  );
});
