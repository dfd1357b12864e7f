import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import './switch.ts';

/**
 * Imported before everything else in a process of Node's, and so in its threads. Replaces the code by code with mutants
 * (MUTANTS_CODE, a folder with the same paths as the project).
 */
const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.MUTANTS_CODE!;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    const instrumented = path.join(folder, path.relative(root, fileURLToPath(url)));
    if (!instrumented.startsWith(folder) || !existsSync(instrumented)) return next(url, context);
    return { format: 'module-typescript', source: readFileSync(instrumented, 'utf8'), shortCircuit: true };
  },
});
