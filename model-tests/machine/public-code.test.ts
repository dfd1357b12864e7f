import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folders: Record<string, string> = {
  '#machines': 'machines',
  '#contract': 'src/contract',
  '#forms': 'src/forms',
  '#browser': 'src/browser',
  '#ui': 'ui',
};

/** The file that an import means; null for a package. */
function fileOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  const [alias = '', ...rest] = specifier.split('/');
  const folder = folders[alias];
  return folder ? path.join(folder, ...rest) : null;
}

/** All files bundled with a file: type-only imports are not included. */
function codeOf(entry: string): string[] {
  const found = new Set([entry]);
  for (const file of found) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)) {
      const next = fileOf(specifier, file);
      if (next) found.add(next);
    }
  }
  return [...found];
}

it('public pages come without the code of applications, forms and drafts', () => {
  const code = codeOf('src/browser/wiring/public-portal.ts');
  expect(code).toContain('machines/portal/portal.setup.ts');
  expect(code.filter((file) => /machines\/(?:application|form|drafts)\/|src\/forms\//.test(file))).toEqual(
    [],
  );
});

it('applications bring theirs, and leave to single pages what only those need', () => {
  const code = codeOf('src/browser/wiring/portal.ts');
  expect(code).toEqual(
    expect.arrayContaining([
      'machines/application/application.machine.ts',
      'machines/form/form.machine.ts',
      'machines/cover/cover.machine.ts',
    ]),
  );
  const later = {
    'src/browser/application/account-page.ts': 'machines/drafts/drafts.machine.ts',
    'src/browser/application/logins-page.ts': 'machines/logins/logins.machine.ts',
    'src/browser/application/hand-in-page.ts': 'machines/handingIn/handingIn.machine.ts',
    'src/browser/wiring/handover.ts': 'machines/handover/handover.machine.ts',
    'src/browser/wiring/frame-form.ts': 'machines/embedded/embedded.machine.ts',
  };
  for (const [page, machine] of Object.entries(later)) {
    expect(codeOf(page)).toContain(machine);
    expect(code).not.toContain(machine);
  }
});
