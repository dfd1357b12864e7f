/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022', manifest: true, sourcemap: false },
  test: {
    include: ['{machines,src,ui}/**/*.test.{ts,tsx}', 'model-tests/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
