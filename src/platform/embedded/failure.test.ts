import { expect, it } from 'vitest'
import { lastMeaningfulLine } from './failure.ts'

it.each([
  [
    'initdb: error: could not create directory "/d/base": No space left on device\ninitdb: removing data directory "/d"\n',
    'could not create directory "/d/base": No space left on device',
  ],
  [
    '2026-01-01 00:00:00 UTC [7] FATAL:  data directory "/d" has wrong ownership\n2026-01-01 00:00:00 UTC [7] LOG:  database system is shut down\n',
    'data directory "/d" has wrong ownership',
  ],
  [
    '[7] PANIC:  could not locate a valid checkpoint record at 0/1B\n[9] FATAL:  the database system is starting up\n',
    'could not locate a valid checkpoint record at 0/1B',
  ],
  ['spawn /x/postgres ENOENT', 'spawn /x/postgres ENOENT'],
  ['', 'no reason was given'],
])('the line a person can act on is found', (output, line) => {
  expect(lastMeaningfulLine(output)).toBe(line)
})
