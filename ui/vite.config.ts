import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { licences } from './licences.ts';

/** One chunk per library family, so that a change of our own code leaves their cached copies valid. */
const families: [string, RegExp][] = [
  ['react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/],
  ['flow', /node_modules[\\/](@xyflow|d3-|classcat)/],
  ['words', /node_modules[\\/](i18next|react-i18next)/],
  ['query', /node_modules[\\/]@tanstack[\\/](react-query|query-core)/],
  ['icons', /node_modules[\\/]@tabler/],
];

export default defineConfig({
  base: '/', // the page is served at every path
  plugins: [react(), licences(import.meta.dirname)],
  define: { __UI_BUILD__: JSON.stringify(process.env['CDUI_UI_BUILD'] ?? 'dev') },
  build: {
    target: ['chrome110', 'safari16'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: families.map(([name, test]) => ({ name, test })) } },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } },
  },
  test: { environment: 'node', pool: 'threads', globals: false, setupFiles: ['tests/setup.ts'], include: ['src/**/*.test.{ts,tsx}'] },
});
