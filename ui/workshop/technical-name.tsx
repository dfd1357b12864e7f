import { Fragment } from 'react';

/** Places at which a name may go on in the next line: after a sign, and before a capital within it. */
const BREAKS = /(?<=[._/# ])|(?<=[a-z])(?=[A-Z])/;

/** A technical name, which is never cut within a word. */
export const TechnicalName = ({ children }: { children: string }) =>
  children.split(BREAKS).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
