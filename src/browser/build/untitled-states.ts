import type { Plugin } from 'vite';

const MACHINE = /[\\/]machines[\\/][^?]*\.ts$/;
const TITLE = /\bmeta: title\([^()]*\),?/g;

/**
 * Leaves the titles of the states (machines/kit/meta.ts) out of what citizens load: only drawings and tests read them.
 * Fails when one is written in a way that it does not find.
 */
export const untitledStates = (): Plugin => ({
  name: 'untitled-states',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  transform: (code, id) => (MACHINE.test(id) ? { code: code.replace(TITLE, ''), map: null } : null),
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk' && /`flows:|"flows:|titleKey/.test(output.code))
        this.error(`untitled-states: ${output.fileName} holds titles of states`);
    }
  },
});
