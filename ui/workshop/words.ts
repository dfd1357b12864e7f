import type { DescribedCause, DescribedMachine } from '#machines/drawing/describe.ts';

/** The text of an i18next key with its values filled in; undefined when there is none. */
export type TextOf = (key: string, values?: Record<string, string>) => string | undefined;

type Group = 'events' | 'guards' | 'calls' | 'delays' | 'states';

/** Names of the parts of a machine in one language. All of them throw when a text is missing. */
export type Words = {
  title: string;
  /** The machine in one sentence. */
  summary: string;
  /** The title of a state by its path, unlike that of any other state; of the machine itself for the empty one. */
  state: (path: string) => string;
  /** The cause of an arrow: `Payment failed`, `after a short pause`, `Load the form: done`. */
  cause: (cause: DescribedCause) => string;
  /** The condition, by the name as the drawing has it: `if a fee is due`, `otherwise`; empty for null. */
  guard: (guard: string | null) => string;
  /** A call of a state, as a name: `Load the form`. */
  call: (name: string) => string;
  /** The sentence of a rule by its id. */
  rule: (id: string) => string;
};

/**
 * The words of a machine in the language of `textOf`, from the namespaces `drawing`, `rules`, `flows` and
 * `workflow`.
 *
 * A name means the same in all machines (`network.restored`) unless one has words of its own for it
 * (`windows/takeOver`): those come first. A guard whose drawing passes values has words for these values
 * (`tripIs(arrival)`), or the same ones for all of them, which may name the state that the value is (`{{state}}`); they
 * lack the "if" that stands before every condition. A call that is a machine has the title of that machine.
 *
 * A state has the title by which the screens call it. Where two states of a machine share one, each has words of its own
 * (`states`), or stands behind the title of the state around it.
 */
export function wordsOf({ name: machine, states }: DescribedMachine, textOf: TextOf): Words {
  const known = (group: Group, name: string, values: Record<string, string> = {}) =>
    textOf(`drawing:${group}.${machine}/${name}`, values) ?? textOf(`drawing:${group}.${name}`, values);
  const required = (text: string | undefined, what: string): string => {
    if (text === undefined) throw new Error(`No words for ${what} of ${machine} in locales`);
    return text;
  };
  const titleOf = (name: string) => textOf(`drawing:machines.${name}.title`);

  const title = required(titleOf(machine), 'the title');
  const call = (name: string) => required(known('calls', name) ?? titleOf(name), `the call ${name}`);
  const template = (kind: string, name?: string) =>
    required(textOf(`drawing:causes.${kind}`, name === undefined ? {} : { name }), kind);

  const titleOfState = (path: string): string => {
    const key = states.find((state) => state.path === path)?.titleKey;
    return key ? required(textOf(key), key) : title;
  };
  /** Whether another state has the same title. */
  const isShared = (path: string): boolean => {
    const own = titleOfState(path);
    return states.some(
      (other) => other.path !== '' && other.path !== path && titleOfState(other.path) === own,
    );
  };
  const stateOf = (path: string): string => {
    const own = titleOfState(path);
    if (path === '' || !isShared(path)) return own;
    const around = path.split('.').slice(0, -1).join('.');
    const distinct = textOf(`drawing:states.${machine}/${path.replaceAll('.', '/')}`);
    return (
      distinct ?? (around === '' || titleOfState(around) === own ? own : `${titleOfState(around)}: ${own}`)
    );
  };

  return {
    title,
    summary: required(textOf(`drawing:machines.${machine}.summary`), 'the summary'),
    state: stateOf,
    cause(cause) {
      switch (cause.kind) {
        case 'event':
          return required(known('events', cause.name), `the event ${cause.name}`);
        case 'after':
          return template('after', required(known('delays', cause.name), `the delay ${cause.name}`));
        case 'done':
        case 'failed':
        case 'changed':
          return template(cause.kind, call(cause.name));
        case 'always':
        case 'any':
        case 'final':
          return template(cause.kind);
      }
    },
    guard(guard) {
      if (guard === null) return '';
      if (guard === 'otherwise') return template('otherwise');
      const [bare = '', value = ''] = guard.replace(/\)$/, '').split('(');
      const isState = states.some(({ path }) => path === value);
      const values: Record<string, string> = isState ? { state: stateOf(value) } : {};
      return template(
        'condition',
        required(known('guards', guard) ?? known('guards', bare, values), `the guard ${guard}`),
      );
    },
    call,
    rule: (id) => required(textOf(`rules:${id}`), `the rule ${id}`),
  };
}
