import { download } from '../ui/download.ts'

/** Saves rows as a file that spreadsheets open rightly: with a mark that says UTF-8, and no cell taken for a formula. */
export function downloadCsv(name: string, rows: (string | number)[][]): void {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  download(name, 'text/csv;charset=utf-8', '\ufeff', text, '\r\n')
}

function cell(value: string | number): string {
  const text = String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
