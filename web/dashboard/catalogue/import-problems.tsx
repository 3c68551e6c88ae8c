import { useState } from 'react'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { count } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { downloadCsv } from './csv.ts'
import { type Problem, useAdvice } from './problem-texts.ts'

const useTexts = texts({
  en: {
    title: (problems: number) => (problems === 1 ? '1 problem' : `${count(problems)} problems`),
    about: 'Nothing was imported. Mend them in the file and choose it again.',
    download: 'Download the list',
    line: 'Line',
    column: 'Column',
    todo: 'What to do',
    wholeLine: 'whole line',
    more: 'Show more',
  },
  ms: {
    title: (problems: number) => `${count(problems)} masalah`,
    about: 'Tiada yang diimport. Betulkan dalam fail dan pilih sekali lagi.',
    download: 'Muat turun senarai',
    line: 'Baris',
    column: 'Lajur',
    todo: 'Apa perlu dibuat',
    wholeLine: 'seluruh baris',
    more: 'Tunjuk lagi',
  },
})
const AT_ONCE = 100

/** Every one of them: where it is and what to do about it. */
export function ImportProblems({ problems }: { problems: Problem[] }) {
  const words = useTexts()
  const advise = useAdvice()
  const [shown, setShown] = useState(AT_ONCE)
  const rows = problems.map((problem) => ({
    ...problem,
    column: problem.column ?? words.wholeLine,
    todo: advise(problem),
  }))
  const save = () =>
    downloadCsv('problems.csv', [
      [words.line, words.column, words.todo],
      ...rows.map(({ line, column, todo }) => [line, column, todo]),
    ])
  const cell = 'px-3 py-2 align-top'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-alarm-soft p-3 text-alarm">
        <Icon name="warning" />
        <div className="grow basis-48 text-sm">
          <h3 className="font-semibold">{words.title(problems.length)}</h3>
          <p>{words.about}</p>
        </div>
        <Button icon="download" onClick={save}>
          {words.download}
        </Button>
      </div>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{words.title(problems.length)}</caption>
        <thead>
          <tr className="border-b text-left text-xs text-quiet">
            {[words.line, words.column, words.todo].map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ line, column, todo }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may have several, and the list never changes
            <tr key={place} className="border-b last:border-b-0">
              <td className={`${cell} tabular-nums`}>{count(line)}</td>
              <td className={`${cell} whitespace-nowrap font-mono text-xs`}>{column}</td>
              <td className={`${cell} wrap-anywhere`}>{todo}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown < rows.length && (
        <div className="text-center">
          <Button onClick={() => setShown((now) => now + AT_ONCE)}>{words.more}</Button>
        </div>
      )}
    </div>
  )
}
