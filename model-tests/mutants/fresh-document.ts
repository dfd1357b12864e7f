import { cleanup, configure } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * Runs before each test file that needs a document, after `fresh-window.ts`. The process goes on after a killed mutant: what its last test has
 * left on the page, in the clock and in the browser must not fail the next one.
 */
const PATIENCE_MS = 4_000;

configure({ asyncUtilTimeout: PATIENCE_MS });
vi.useRealTimers();
vi.unstubAllGlobals();
cleanup();
