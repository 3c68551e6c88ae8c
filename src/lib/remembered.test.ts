import { describe, expect, it } from 'vitest'
import { rememberedAs } from './remembered.ts'

describe('what somebody remembers', () => {
  it.each([
    ['Siti', '%Siti%', null, 'siti:*'],
    [' 012-345 ', '%012-345%', '%12345%', '012:* & 345:*'],
    ['+60 12', '%+60 12%', '%6012%', '60:* & 12:*'],
    ['12', '%12%', null, '12:*'],
    ['50%_\\', '%50\\%\\_\\\\%', null, '50:*'],
    ['kopi & !teh', '%kopi & !teh%', null, 'kopi:* & teh:*'],
    ['☕', '%☕%', null, null],
    ['咖啡', '%咖啡%', null, '咖啡:*'],
  ])('%j', (text, name, phone, words) => {
    expect(rememberedAs(text)).toEqual({ name, phone, words })
  })
})
