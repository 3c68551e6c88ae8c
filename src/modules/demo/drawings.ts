import { type Html, html } from '../../lib/html.ts'

/* Drawn by hand, coloured by the style sheet: no image is shipped and a strict policy allows them all. */

const icon = (shapes: Html) =>
  html`<svg class="sign" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">${shapes}</svg>`

const cup = icon(html`<path class="fill" d="M9 18h26v10a9 9 0 0 1-9 9h-8a9 9 0 0 1-9-9Z"/>
<path class="line" d="M9 18h26v10a9 9 0 0 1-9 9h-8a9 9 0 0 1-9-9ZM35 21h2a5 5 0 0 1 0 10h-2.5M7 42h30M17 12c-2-2 2-4 0-6M26 12c-2-2 2-4 0-6"/>`)
const glass = icon(html`<path class="fill" d="M14 20h20l-2 22H16Z"/>
<path class="line" d="m12 10 4 32h16l4-32ZM14 20h20M26 10l3-6h5M19 27h5v5h-5zM25 33l4 2"/>`)
const toast = icon(html`<path class="fill" d="M13 22h22v18H13Z"/>
<path class="line" d="M12 22a6 6 0 0 1 2-11h20a6 6 0 0 1 2 11v17a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3ZM18 25h12M18 31h8"/>`)
const bowl = icon(html`<path class="fill" d="M6 25h36a18 15 0 0 1-11 14H17A18 15 0 0 1 6 25Z"/>
<path class="line" d="M6 25h36a18 15 0 0 1-11 14H17A18 15 0 0 1 6 25ZM17 43h14M13 25c1-9 8-12 13-9M22 25c2-7 8-8 12-4M30 16l9-11M34 18 45 8"/>`)
const kuih = icon(html`<path class="fill" d="M6 24l18-9 18 9v6l-18 9-18-9Z"/>
<path class="line" d="m6 24 18-9 18 9-18 9ZM6 24v8l18 9 18-9v-8M6 28l18 9 18-9M24 15V9M20 11l4-4 4 4"/>`)
const leaf = icon(html`<path class="fill" d="M10 38C8 20 20 10 40 9c0 19-9 31-27 29Z"/>
<path class="line" d="M10 38C8 20 20 10 40 9c0 19-9 31-27 29ZM8 42c6-12 13-18 22-23"/>`)

const SIGNS: [words: RegExp, sign: Html][] = [
  [/cold|milo|ais|juice/i, glass],
  [/kopi|teh|coffee|tea/i, cup],
  [/toast|roti|egg|telur/i, toast],
  [/rice|noodle|nasi|mee/i, bowl],
  [/kuih|cake|extra/i, kuih],
]

export function signOf(category: string): Html {
  return SIGNS.find(([words]) => words.test(category))?.[1] ?? leaf
}

/** A cup on a marble table, steam rising. */
export const still = html`<svg class="still" viewBox="0 0 360 300" role="img" aria-label="A cup of kopi and toast on a marble table">
<circle class="sun" cx="196" cy="128" r="112"/>
<ellipse class="marble" cx="180" cy="240" rx="168" ry="42"/>
<path class="vein" d="M40 236c40-14 66 10 104-4M214 262c38-12 60 2 96-12M120 270c20-8 34-2 52-8"/>
<ellipse class="shade" cx="152" cy="234" rx="104" ry="20"/>
<ellipse class="saucer" cx="152" cy="226" rx="102" ry="20"/>
<ellipse class="rim" cx="152" cy="222" rx="78" ry="13"/>
<path class="handle" d="M214 148c40-8 44 52-10 52"/>
<path class="cup" d="M80 128h144c0 58-20 96-46 96h-52c-26 0-46-38-46-96Z"/>
<path class="band" d="M84 158c40 10 96 10 136 0l-4 18c-38 9-90 9-128 0Z"/>
<path class="petals" d="m104 167 6-6 6 6-6 6ZM128 170l6-6 6 6-6 6ZM152 171l6-6 6 6-6 6ZM176 170l6-6 6 6-6 6ZM199 167l5-6 6 6-6 6Z"/>
<ellipse class="lip" cx="152" cy="128" rx="72" ry="17"/>
<ellipse class="kopi" cx="152" cy="130" rx="62" ry="12"/>
<path class="steam" d="M128 96c-16-16 14-24 0-44M156 92c-18-18 16-28 0-52M184 96c-14-14 12-22 0-40"/>
<g class="toast"><path class="crust" d="m236 214 74-22 22 16-70 28Z"/><path class="bread" d="m236 206 74-22 22 16-70 28Z"/>
<path class="kaya" d="m246 207 62-18 12 9-58 22Z"/><path class="butter" d="m270 200 22-7 8 6-22 8Z"/></g>
</svg>`
