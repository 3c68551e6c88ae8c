import { describe, expect, it } from 'vitest'
import { type Block, type Inline, parseMarkdown, plainText, safeUrl, withoutAddress } from './markdown.ts'

/** As readable as HTML, to compare; what the widget makes of it are nodes. */
function show(blocks: Block[]): string {
  const inline = (parts: Inline[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'text') return part.text
        if (part.kind === 'break') return '<br>'
        if (part.kind === 'code') return `<code>${part.text}</code>`
        if (part.kind === 'link') return `<a ${part.href}>${inline(part.content)}</a>`
        return `<${part.kind}>${inline(part.content)}</${part.kind}>`
      })
      .join('')
  return blocks
    .map((block) => {
      if (block.kind === 'code') return `<pre>${block.text}</pre>`
      if (block.kind === 'paragraph') return `<p>${inline(block.content)}</p>`
      const tag = block.ordered ? `ol ${block.start}` : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${inline(item)}`).join('')}`
    })
    .join('')
}

describe('what an agent writes', () => {
  it.each([
    ['plain words', '<p>plain words</p>'],
    ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
    [
      'a **bold** and *soft* and __bold__ and _soft_ word',
      '<p>a <strong>bold</strong> and <em>soft</em> and <strong>bold</strong> and <em>soft</em> word</p>',
    ],
    ['**bold _and soft_**', '<p><strong>bold <em>and soft</em></strong></p>'],
    ['2*3*4 and snake_case_name and ** alone **', '<p>2*3*4 and snake_case_name and ** alone **</p>'],
    ['- a\n- b', '<ul><li>a<li>b'],
    ['• Kopi O (RM 2.20)\n• Teh', '<ul><li>Kopi O (RM 2.20)<li>Teh'],
    ['Menu:\n1. a\n2) b\nend', '<p>Menu:</p><ol 1><li>a<li>b<p>end</p>'],
    ['3. c\n4. d', '<ol 3><li>c<li>d'],
    ['- a\n  more\n- b', '<ul><li>a<br>more<li>b'],
    ['RM 2.50 - RM 3.00', '<p>RM 2.50 - RM 3.00</p>'],
    ['# Hours\n9-5', '<p><strong>Hours</strong><br>9-5</p>'],
    ['## **Menu** ##', '<p><strong>Menu</strong></p>'],
    ['# \nSee you', '<p>See you</p>'],
    ['say `**x**` now', '<p>say <code>**x**</code> now</p>'],
    ['```js\nlet a = "<b>"\n```\nafter', '<pre>let a = "<b>"</pre><p>after</p>'],
    ['```\nnever closed', '<pre>never closed</pre>'],
    [
      'see https://a.example/x?y=1&z=2.',
      '<p>see <a https://a.example/x?y=1&z=2>https://a.example/x?y=1&z=2</a>.</p>',
    ],
    ['(https://a.example/b)', '<p>(<a https://a.example/b>https://a.example/b</a>)</p>'],
    ['**https://a.example**', '<p><strong><a https://a.example/>https://a.example</a></strong></p>'],
    ['[our **menu**](https://a.example/m)', '<p><a https://a.example/m>our <strong>menu</strong></a></p>'],
    ['', ''],
    [' \n \n', ''],
  ])('%j', (source, expected) => {
    expect(show(parseMarkdown(source))).toBe(expected)
  })
})

describe('what somebody hostile writes', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '"><iframe srcdoc="<script>alert(1)</script>">',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/relative)',
    '[x](blob:https://a.example/1)',
    'javascript:alert(1)',
    '[<img src=x onerror=alert(1)>](javascript:alert(1))',
    '`<b onclick=alert(1)>`',
    '**<b style=x:expression(alert(1))>**',
  ]
  it.each(hostile)('%j is text, with no address but of the web', (source) => {
    const text = plainText(source)
    for (const href of hrefs(parseMarkdown(source))) expect(href).toMatch(/^https?:/)
    // Nothing disappears into markup: every angle bracket that was written is still a character.
    expect(text.match(/[<>]/g)?.length ?? 0).toBe(source.match(/[<>]/g)?.length ?? 0)
  })

  it('an address cannot break out of its attribute', () => {
    expect(hrefs(parseMarkdown('https://a.example/"onmouseover="alert(1)'))).toEqual(['https://a.example/'])
    expect(hrefs(parseMarkdown('[x](https://a.example/"onmouseover="alert(1))'))).toEqual([
      'https://a.example/',
    ])
  })

  it.each([
    '*',
    '_',
    '[',
    '`',
    '**a',
    '_a ',
    '[a](',
    'https://',
    '- ',
    '1. ',
    '\n',
    '[x](https://a',
    '# ',
    ' ',
  ])('%j a hundred thousand times over takes no time', (part) => {
    const source = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000)
    const start = performance.now()
    parseMarkdown(source)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

describe('a heading', () => {
  it('with a break that is none takes no time', () => {
    const start = performance.now()
    parseMarkdown(`# ${' '.repeat(2_000)}\u2028x\u2028y`)
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('addresses', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['HTTP://a.example', 'http://a.example/'],
    ['javascript:alert(1)', undefined],
    ['//a.example', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j opens as %j', (address, expected) => expect(safeUrl(address)).toBe(expected))
})

describe('beside a pay button', () => {
  const url = 'https://a.example/pay/1'
  it.each([
    [`Thanks!\nPlease pay here: ${url}`, 'Thanks!'],
    [`Thanks!\n请付款：${url}`, 'Thanks!'],
    [`Pay here: ${url}`, `Pay here: ${url}`],
    [`Thanks!\nPay at ${url} before noon.`, `Thanks!\nPay at ${url} before noon.`],
  ])('%j becomes %j', (source, expected) => expect(withoutAddress(source, url)).toBe(expected))
})

function hrefs(blocks: Block[]): string[] {
  const inline = (parts: Inline[]): string[] =>
    parts.flatMap((part) => {
      const within = 'content' in part ? inline(part.content) : []
      return part.kind === 'link' ? [part.href, ...within] : within
    })
  return blocks.flatMap((block) => {
    if (block.kind === 'code') return []
    return block.kind === 'list' ? block.items.flatMap(inline) : inline(block.content)
  })
}
