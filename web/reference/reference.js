// What the page can do beyond being read: filter, fill the examples in, copy them, send the reading ones.
// The key lives in its field and nowhere else.

const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const one = (selector, root = document) => root.querySelector(selector)
const tell = (text) => {
  one('#told').textContent = text
}

for (const element of all('[data-script]')) element.hidden = false

// Address and key, into every example.

const service = new URL('.', location.href).href.replace(/\/$/, '')
const base = one('#base')
const key = one('#key')
base.value = service
for (const place of all('[data-fill]')) place.dataset.empty ??= place.textContent

const shell = (text) => text.replace(/[\\"$`]/g, '\\$&')

function fill(name, text, root = document) {
  for (const place of all(`[data-fill="${name}"]`, root)) place.textContent = text || place.dataset.empty
}

function fillConnection() {
  fill('base', shell(base.value.trim().replace(/\/+$/, '')))
  fill('key', shell(key.value.trim()))
}

base.addEventListener('input', fillConnection)
key.addEventListener('input', fillConnection)
fillConnection()

// Copy.

for (const button of all('[data-copy]')) {
  button.addEventListener('click', async () => {
    const code = one('code', button.closest('figure'))
    const done = await copy(code)
    button.textContent = done ? 'Copied' : 'Press Ctrl C'
    tell(done ? 'Copied' : 'The text is selected: copy it with Ctrl C')
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1600)
  })
}

/** Browsers lend the clipboard only to secure pages; elsewhere the text is selected for the reader to copy. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}

// Send.

for (const form of all('[data-try]')) {
  const section = form.closest('.operation')
  form.addEventListener('input', () => fillRequest(form, section))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
}

const inputsOf = (form, place) => all(`[data-in="${place}"]`, form)

function queryOf(form) {
  const given = inputsOf(form, 'query').filter(({ value }) => value.trim() !== '')
  const query = new URLSearchParams(given.map(({ name, value }) => [name, value.trim()])).toString()
  return query && `?${query}`
}

function fillRequest(form, section) {
  fill('query', shell(queryOf(form)), section)
  for (const { name, value } of inputsOf(form, 'path')) {
    for (const place of all(`[data-fill="path"][data-name="${name}"]`, section)) {
      place.textContent = shell(encodeURIComponent(value.trim())) || place.dataset.empty
    }
  }
}

async function send(form) {
  const button = one('button[type=submit]', form)
  const note = one('[data-note]', form)
  if (button.ariaDisabled === 'true') return
  if (base.value.trim().replace(/\/+$/, '') !== service) {
    note.textContent = `Send reaches only ${service}. For another address, copy the request.`
    return
  }
  if (key.value.trim() === '') {
    note.replaceChildren(node('a', 'Add your API key', { href: '#connection' }), ' first.')
    one('a', note).addEventListener('click', () => key.focus({ preventScroll: true }))
    return
  }
  note.textContent = 'Sending…'
  button.ariaDisabled = 'true'
  const path = inputsOf(form, 'path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value.trim())),
    form.dataset.path,
  )
  try {
    const started = performance.now()
    const answer = await fetch(`${service}/${path}${queryOf(form)}`, {
      headers: { Authorization: `Bearer ${key.value.trim()}` },
      credentials: 'omit',
      cache: 'no-store',
    })
    const text = await answer.text()
    note.textContent = ''
    showAnswer(one('[data-result]', form), answer, text, Math.round(performance.now() - started))
  } catch (error) {
    note.textContent = `No answer came: ${error.message}. Is the service running?`
  } finally {
    button.ariaDisabled = null
  }
}

const HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id']

function showAnswer(result, answer, text, ms) {
  const line = node('p', [node('strong', `${answer.status} ${answer.statusText}`), node('span', `${ms} ms`)])
  line.className = 'line'
  const headers = node(
    'dl',
    HEADERS.filter((name) => answer.headers.has(name)).flatMap((name) => [
      node('dt', name),
      node('dd', answer.headers.get(name)),
    ]),
  )
  const body = node('pre', [node('code', pretty(text))], { tabIndex: 0, ariaLabel: 'Body of the answer' })
  result.replaceChildren(line, headers, ...(text === '' ? [] : [body]))
  result.classList.toggle('bad', !answer.ok)
  result.hidden = false
  result.scrollIntoView({ block: 'nearest' })
  tell(`Answer: ${answer.status} ${answer.statusText}`)
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

function pretty(text) {
  let json
  try {
    json = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
  const parts = []
  let end = 0
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon] = match
    const span = node('span', string ?? token)
    span.className = colon ? 'name' : string ? 'text' : 'value'
    parts.push(json.slice(end, match.index), span, colon ?? '')
    end = match.index + token.length
  }
  return [...parts, json.slice(end)]
}

function node(name, content, properties = {}) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...[content].flat())
  return element
}

// Filter.

const filter = one('#filter')
const contents = one('#contents')

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const element of all('[data-find]')) {
    element.hidden = !words.every((word) => element.dataset.find.includes(word))
  }
  for (const group of all('[data-group]')) group.hidden = !one('[data-find]:not([hidden])', group)
  one('.introduction > .lead').hidden = words.length > 0
  const found = all('main [data-find]:not([hidden])').length
  for (const element of all('#no-match, [data-none]')) element.hidden = found > 0
  if (words.length > 0) scrollTo(0, 0)
  tell(words.length === 0 ? '' : `${found} found`)
  markPlace()
}

function clearFilter() {
  filter.value = ''
  applyFilter()
}

filter.addEventListener('input', applyFilter)
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && filter.value !== '') {
    event.preventDefault()
    clearFilter()
  }
  if (event.key === 'Enter') one('[data-find]:not([hidden]) a', contents)?.click()
})
one('[data-clear]').addEventListener('click', () => {
  clearFilter()
  filter.focus()
})

document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, select, textarea')
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (getComputedStyle(contents).display === 'none') contents.showPopover()
  filter.focus()
})

contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover()
})

// Where the reader is, marked in the contents.

const links = new Map(all('.links a', contents).map((link) => [link.hash.slice(1), link]))
const headings = [...links.keys()].map((id) => document.getElementById(id))

function markPlace() {
  const passed = headings.filter(
    (heading) => heading.offsetParent && heading.getBoundingClientRect().top < 120,
  )
  const current = passed.at(-1) ?? headings[0]
  for (const [id, link] of links) {
    if (id === current.id) link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
  }
}

let waiting = false
addEventListener(
  'scroll',
  () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      markPlace()
    })
  },
  { passive: true },
)
markPlace()
