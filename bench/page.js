/** A self-contained page: tables and bars in SVG, nothing from anywhere else. */
export function renderPage({ at, node, cpus, quick, results }) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>icebot benchmark</title>
<style>
:root { color-scheme: light dark; --ink: #2a2723; --quiet: #6b655d; --ground: #fbfaf7; --bar: #cfc9bf; --accent: #0d7377; }
@media (prefers-color-scheme: dark) { :root { --ink: #edeae5; --quiet: #a8a299; --ground: #1b1a17; --bar: #4a463f; --accent: #4cc3c5; } }
body { margin: 32px auto; max-width: 760px; padding: 0 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 28px; margin: 0; } h2 { font-size: 20px; margin: 40px 0 4px; } p { color: var(--quiet); margin: 4px 0 12px; font-size: 14px; }
svg { width: 100%; height: auto; font-size: 13px; } text { fill: var(--ink); } .number { text-anchor: end; font-variant-numeric: tabular-nums; }
rect { fill: var(--bar); } rect.ours { fill: var(--accent); } line { stroke: var(--ink); stroke-dasharray: 3 3; }
</style>
<h1>icebot benchmark</h1>
<p>${escaped(at)} · Node ${escaped(node)} · ${cpus} cores${quick ? ' · quick run' : ''}. Ratios against the first bar of each chart, measured in turns in one run; absolute rates say more about the machine.</p>
${results.map(chart).join('\n')}
</html>
`
}

const ROW = 34
const LEFT = 0
const WIDTH = 560

function chart({ title, want, ok, bars }) {
  const most = Math.max(1, ...bars.map(({ ratio }) => ratio))
  const x = (ratio) => LEFT + (ratio / most) * WIDTH
  const height = bars.length * ROW * 1.5 + 8
  const rows = bars.map(({ name, perSecond, ratio }, i) => {
    const y = i * ROW * 1.5
    return `<text x="0" y="${y + 14}">${escaped(name)}</text>
<rect class="${i === 0 ? '' : 'ours'}" x="${LEFT}" y="${y + 20}" width="${x(ratio).toFixed(1)}" height="18" rx="4"/>
<text class="number" x="640" y="${y + 34}">${ratio.toFixed(2)}</text>
<text class="number" x="748" y="${y + 34}">${perSecond === undefined ? '' : `${Math.round(perSecond).toLocaleString('en')}/s`}</text>`
  })
  const aim = want === undefined ? '' : `<line x1="${x(want)}" x2="${x(want)}" y1="0" y2="${height}"/>`
  const wanted = want === undefined ? '' : ` Wanted: at least ${want.toFixed(2)}.`
  return `<h2>${ok ? '✓' : '✗'} ${escaped(title)}</h2>
<p>${ok ? 'Holds.' : 'Does not hold.'}${wanted}</p>
<svg viewBox="0 0 750 ${height}" role="img" aria-label="${escaped(title)}">${rows.join('\n')}${aim}</svg>`
}

function escaped(text) {
  return String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
