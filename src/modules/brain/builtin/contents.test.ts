import { describe, expect, it } from 'vitest'
import { contained } from './contents.ts'

describe('a kind of thing knows its members', () => {
  it.each([
    ['seafood', 'Curry noodles with chicken, cockles and tofu', ['cockles']],
    ['seafood', 'Sour mackerel broth with prawn paste', ['mackerel', 'prawn']],
    ['shellfish', 'Nasi goreng dengan belacan', ['belacan']],
    ['shellfish', 'Sour mackerel broth', []],
    ['nuts', 'Roasted cashews on top', ['cashews']],
    ['kacang', 'Toast with peanut butter', ['peanut']],
    ['dairy', 'Coffee over condensed milk', ['condensed', 'milk']],
    ['dairy', 'Rice cooked in coconut milk', []],
    ['dairy', 'Strong tea, no milk', []],
    ['gluten', 'Yellow noodles fried hard', ['noodles']],
    ['gluten', 'Thick rice noodles', []],
    ['egg', 'Toast with home-made kaya', ['kaya']],
    ['vegetarian', 'Sambal ikan bilis and half an egg', ['ikan', 'bilis', 'egg']],
    ['vegan', 'A cold slice of butter', ['butter']],
  ])('%s in “%s”', (asked, text, found) => {
    expect(contained(text, [asked])).toEqual(found)
  })

  it('tells what is denied only when asked for that too', () => {
    expect(contained('Strong tea, no milk', ['milk'], true)).toEqual(['milk'])
  })
})
