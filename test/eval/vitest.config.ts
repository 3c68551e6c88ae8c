import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/eval/*.eval.ts'],
    globalSetup: ['test/harness/global.ts'],
    reporters: ['./test/eval/scores.ts'],
    pool: 'forks',
    // A provider's limits are soon reached by more.
    maxConcurrency: 4,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
