import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one line that people and machines read alike. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0
    // A file that could not be loaded, or an error outside any test, is a failure that no test counts.
    let failed = unhandled.length
    const skipped: string[] = []
    for (const module of modules) {
      failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else skipped.push(test.fullName)
      }
    }
    for (const name of skipped) process.stdout.write(`skipped: ${name}\n`)
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
  }
}
