import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

const cells = (text: string) => parseCsv(text).rows.map((row) => row.cells)

describe('a file of comma-separated values', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r1;2,5',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a,1";b\n"x ""y""";\n',
      [
        ['a,1', 'b'],
        ['x "y"', ''],
      ],
    ],
    ['a\n\n , \nb', [['a'], ['b']]],
    ['a,b\n1', [['a', 'b'], ['1']]],
    [
      'a,b\n5" disc,2',
      [
        ['a', 'b'],
        ['5" disc', '2'],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected)
    expect(parseCsv(text).problems).toEqual([])
  })

  it('counts lines as an editor does, also within quotes', () => {
    const { rows } = parseCsv('name,note\r\n"Kopi","hot\r\nor iced"\r\n\r\nTeh,x')
    expect(rows.map(({ line, cells: [name] }) => [line, name])).toEqual([
      [1, 'name'],
      [2, 'Kopi'],
      [5, 'Teh'],
    ])
  })

  it('tells where a quotation mark is never closed, or closed too early', () => {
    expect(parseCsv('a,b\n1,"x').problems).toEqual([
      { line: 2, column: null, message: 'has a quotation mark that is never closed' },
    ])
    expect(parseCsv('a,b\n"x"y,2').problems).toEqual([
      { line: 2, column: null, message: 'has text after a closing quotation mark' },
    ])
  })

  it('reads back whatever a spreadsheet writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', '咖') })
    const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';'), fc.constantFrom('\n', '\r\n'), (rows, delimiter, end) => {
        const write = (text: string) => `"${text.replaceAll('"', '""')}"`
        const header = ['h1', 'h2', 'h3'].join(delimiter)
        const text = [header, ...rows.map((row) => row.map(write).join(delimiter))].join(end)
        expect(cells(text).slice(1)).toEqual(rows)
      }),
    )
  })
})
