/** Saves rows as a file that spreadsheets open rightly: with a mark that says UTF-8, and no cell taken for a formula. */
export function downloadCsv(name: string, rows: (string | number)[][]): void {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  const url = URL.createObjectURL(new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}

function cell(value: string | number): string {
  const text = String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
