import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** How one conversation went. */
export interface Score {
  turns: number
  facts: number
  /** Each begins with its turn. */
  faults: string[]
  inputTokens: number
  outputTokens: number
  steps: number
  ms: number
}

interface Row {
  name: string
  scores: Score[]
}

const HEAD = ['file', 'conversations', 'turns', 'facts', 'requests', 'tokens in', 'tokens out', 'seconds']

/** Says how it goes on stderr, and the scores on stdout. */
export default class Scores implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { score } = test.meta()
    if (!score) return
    process.stderr.write(`${score.faults.length === 0 ? '✓' : '✗'} ${test.fullName}\n`)
    for (const fault of score.faults) process.stderr.write(`    ${fault}\n`)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const faults = [...errors, ...modules.flatMap((module) => module.errors())]
    for (const { message } of faults) process.stderr.write(`${message}\n`)
    const files = modules.flatMap((module) => [...module.children.suites()])
    const rows = files
      .map((file): Row => ({ name: file.name, scores: scoresOf([...file.children.allTests()]) }))
      .filter(({ scores }) => scores.length > 0)
    if (rows.length === 0) return
    const all = { name: 'all', scores: rows.flatMap(({ scores }) => scores) }
    process.stdout.write(`\n${table([HEAD, ...[...rows, all].map(cells)])}\n`)
  }
}

function scoresOf(tests: TestCase[]): Score[] {
  return tests.flatMap((test) => test.meta().score ?? [])
}

function cells({ name, scores }: Row): string[] {
  const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0)
  const passed = scores.filter(({ faults }) => faults.length === 0).length
  return [
    name,
    `${passed}/${scores.length}`,
    `${sum(passedTurns)}/${sum(({ turns }) => turns)}`,
    `${sum(({ facts, faults }) => Math.max(0, facts - faults.length))}/${sum(({ facts }) => facts)}`,
    sum(({ steps }) => steps).toLocaleString('en'),
    sum(({ inputTokens }) => inputTokens).toLocaleString('en'),
    sum(({ outputTokens }) => outputTokens).toLocaleString('en'),
    (sum(({ ms }) => ms) / 1000).toFixed(1),
  ]
}

function passedTurns({ turns, faults }: Score): number {
  const missed = new Set(faults.map((fault) => /^turn (\d+)/.exec(fault)?.[1]))
  return Math.max(0, turns - missed.size)
}

function table(rows: string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return rows.map(line).join('\n')
}
