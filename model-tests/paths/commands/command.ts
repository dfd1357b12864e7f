import type { Locale } from '#domain/locale.ts';
import type { Layer } from '../../reporting/shape.ts';
import type { Strategy } from '../strategies.ts';

/** The checked arguments of the command line. */
export type Asked = {
  id: string | undefined;
  machine: string | undefined;
  layer: Layer | undefined;
  strategy: Strategy | undefined;
  seed: number;
  locale: Locale | undefined;
  visible: boolean;
  /** Only the paths over arrows that are new since the lock. */
  isNew: boolean;
};

/** Names of the options that a command can have. */
export const optionNames = ['machine', 'layer', 'strategy', 'seed', 'language', 'visible', 'new'] as const;
export type OptionName = (typeof optionNames)[number];

/** An argument names something that does not exist, or cannot be done here. The message says what can be done. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}

export type Command = {
  usage: string;
  /** Options of the command. All others are refused. */
  options: readonly OptionName[];
  /**
   * @returns the code that the program ends with
   * @throws CannotDo
   */
  run: (asked: Asked, print: (line: string) => void) => number | Promise<number>;
};

export function machineOf({ machine }: Asked): string {
  if (machine === undefined) throw new CannotDo('--machine is missing');
  return machine;
}

export function idOf({ id }: Asked): string {
  if (id === undefined) throw new CannotDo('the id of a path is missing');
  return id;
}
