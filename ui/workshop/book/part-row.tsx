import type { ReactNode } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import type { Selection } from '../diagram/diagram-props.ts';
import { isSame } from '../diagram/pressable.ts';
import { anchorOf, partName, partOf, placeOfPart } from '../part-address.ts';
import { useReading } from '../reading-context.ts';
import { TechnicalName } from '../technical-name.tsx';

type PartProps = { machine: DescribedMachine; part: Selection };

/** A row of a table about a part of the drawing; marked while the part is chosen. */
export function PartRow({ machine, part, children }: PartProps & { children: ReactNode }) {
  const { place } = useReading();
  const isChosen = place.workflow === machine.name && isSame(partOf(machine, place.at), part);
  return (
    <tr id={anchorOf(partName(part))} className={isChosen ? 'ws-current' : undefined}>
      {children}
    </tr>
  );
}

/** The technical name of a part, which leads to it in the drawing: its address can be sent to others. */
export function PartLink({ machine, part, children }: PartProps & { children: string }) {
  const { hrefOf } = useReading();
  return (
    <a className="ws-technical" href={hrefOf(placeOfPart(machine, part))}>
      <code>
        <TechnicalName>{children}</TechnicalName>
      </code>
    </a>
  );
}
