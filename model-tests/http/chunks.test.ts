import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the parts of every page load nothing that only applications need: public pages would, and parts could run too early', () => {
  for (const part of ['portal', 'public', 'libraries', 'react']) {
    const [file = ''] = globSync(`dist/assets/${part}-*.js`);
    const imported = [
      ...readFileSync(file, 'utf8').matchAll(/(?:from|import)"\.\/([\w.-]+?)-[\w-]{8}\.js"/g),
    ];
    const names = imported.map(([, name]) => name);
    expect(names, part).not.toContain('workflows');
    expect(names, part).not.toContain('application');
  }
});
