import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The laws run over every recording at once; a slow machine under coverage needs the room.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'adapters/**/*.ts'],
      // Types only: nothing in them runs.
      exclude: [
        'src/**/types.ts',
        'src/index.ts',
        'src/adapter/adapter.ts',
        'src/adapter/limits.ts',
        'src/adapter/rule.ts',
        'src/adapter/fit/step.ts',
        'src/stream/events.ts',
        'adapters/*/wire.ts',
      ],
      reporter: ['text-summary', 'html', 'json-summary'],
      thresholds: { lines: 95, branches: 95 },
    },
  },
})
