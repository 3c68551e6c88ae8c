import type { z } from 'zod'
import type { catalogueSchema } from '../catalogue/index.ts'

type Product = z.input<typeof catalogueSchema.product>
type Variants = NonNullable<Product['variants']>

const DRINKS = 'Kopi & Teh'
const COLD = 'Milo & Cold Drinks'
const TOAST = 'Toast & Eggs'
const MEALS = 'Rice & Noodles'
const EXTRAS = 'Kuih & Extras'

/** What Kopi Seri sells, as its store would send it. */
export const products: Product[] = [
  {
    external_id: 'kopi-o',
    name: 'Kopi O',
    category: DRINKS,
    sku: 'KS-101',
    price: 2.2,
    description: 'Black coffee roasted with a little caramel, brewed through a cotton sock. Hot or iced.',
    variants: hotAndIced('kopi-o', 'KS-101', 3.2),
  },
  {
    external_id: 'kopi',
    name: 'Kopi',
    category: DRINKS,
    sku: 'KS-102',
    price: 2.6,
    description: 'Our thick black coffee over sweet condensed milk. Hot or iced.',
    variants: hotAndIced('kopi', 'KS-102', 3.6),
  },
  {
    external_id: 'kopi-c',
    name: 'Kopi C',
    category: DRINKS,
    sku: 'KS-103',
    price: 2.8,
    description: 'Coffee with evaporated milk and a spoon of sugar: lighter, less sweet. Hot or iced.',
    variants: hotAndIced('kopi-c', 'KS-103', 3.8),
  },
  {
    external_id: 'teh-o',
    name: 'Teh O',
    category: DRINKS,
    sku: 'KS-104',
    price: 2,
    description: 'Strong Cameron Highlands tea with sugar, no milk. Hot or iced.',
    variants: hotAndIced('teh-o', 'KS-104', 3),
  },
  {
    external_id: 'teh-tarik',
    name: 'Teh Tarik',
    category: DRINKS,
    sku: 'KS-105',
    price: 2.8,
    description: 'Milk tea pulled from cup to cup until it foams. Hot or iced.',
    variants: hotAndIced('teh-tarik', 'KS-105', 3.8),
  },
  {
    external_id: 'teh-halia',
    name: 'Teh Halia',
    category: DRINKS,
    sku: 'KS-106',
    price: 3.4,
    description: 'Pulled milk tea with fresh young ginger. Warms you on a rainy morning.',
  },
  {
    external_id: 'cham',
    name: 'Cham',
    category: DRINKS,
    sku: 'KS-107',
    price: 3,
    description: 'Half coffee, half tea, condensed milk: for those who cannot decide. Hot or iced.',
    variants: hotAndIced('cham', 'KS-107', 4),
  },
  {
    external_id: 'teh-o-ais-limau',
    name: 'Teh O Ais Limau',
    category: COLD,
    sku: 'KS-201',
    price: 3.6,
    description: 'Iced black tea with freshly squeezed calamansi lime. No milk.',
  },
  {
    external_id: 'milo',
    name: 'Milo',
    category: COLD,
    sku: 'KS-202',
    price: 3.8,
    description: 'Chocolate malt the way you had it after school. Hot or iced.',
    variants: hotAndIced('milo', 'KS-202', 4.8),
  },
  {
    external_id: 'milo-dinosaur',
    name: 'Milo Dinosaur',
    category: COLD,
    sku: 'KS-203',
    price: 6.5,
    description: 'Iced Milo under a hill of dry Milo powder. Stir it, or don’t.',
  },
  {
    external_id: 'sirap-bandung',
    name: 'Sirap Bandung',
    category: COLD,
    sku: 'KS-204',
    price: 3.9,
    description: 'Rose syrup and evaporated milk over ice, pink as it should be.',
  },
  {
    external_id: 'limau-asam-boi',
    name: 'Limau Asam Boi',
    category: COLD,
    sku: 'KS-205',
    price: 4.2,
    description: 'Iced calamansi lime with a salted sour plum. No milk, and the best thing at noon.',
  },
  {
    external_id: 'roti-bakar',
    name: 'Roti Bakar Kaya Butter',
    category: TOAST,
    sku: 'KS-301',
    price: 3.8,
    description:
      'Charcoal-toasted bread, home-made kaya, a cold slice of butter. Thick or thin, as you like.',
  },
  {
    external_id: 'roti-bakar-gula',
    name: 'Roti Bakar Mentega Gula',
    category: TOAST,
    sku: 'KS-302',
    price: 3.2,
    description: 'Plain toast with butter and sugar that crunches. No egg.',
  },
  {
    external_id: 'roti-bakar-cheese',
    name: 'Roti Bakar Kaya Cheese',
    category: TOAST,
    sku: 'KS-303',
    price: 5.2,
    description: 'Kaya toast with melted cheddar: sweet, salty, gone in four bites.',
  },
  {
    external_id: 'roti-telur-goyang',
    name: 'Roti Telur Goyang',
    category: TOAST,
    sku: 'KS-304',
    price: 6.5,
    description: 'Two wobbly eggs on thick toast with soy sauce and white pepper.',
  },
  {
    external_id: 'telur-separuh-masak',
    name: 'Half-boiled Eggs',
    category: TOAST,
    sku: 'KS-305',
    price: 4.2,
    description: 'Telur separuh masak: two kampung eggs, soy sauce and white pepper on the table.',
  },
  {
    external_id: 'kaya-toast-set',
    name: 'Kaya Toast Set',
    category: TOAST,
    sku: 'KS-306',
    price: 9.9,
    description:
      'Roti bakar kaya butter, two half-boiled eggs and a hot Kopi O. The breakfast we opened for.',
  },
  {
    external_id: 'nasi-lemak-biasa',
    name: 'Nasi Lemak Biasa',
    category: MEALS,
    sku: 'KS-401',
    price: 4.5,
    description: 'Coconut rice, sambal ikan bilis, roasted peanuts, cucumber and half an egg in banana leaf.',
  },
  {
    external_id: 'nasi-lemak-ayam',
    name: 'Nasi Lemak Ayam Goreng',
    category: MEALS,
    sku: 'KS-402',
    price: 11.9,
    stock: 40,
    description: 'Nasi lemak with a whole leg of turmeric fried chicken, out of the wok when you order.',
  },
  {
    external_id: 'nasi-lemak-rendang',
    name: 'Nasi Lemak Rendang Daging',
    category: MEALS,
    sku: 'KS-403',
    price: 13.9,
    stock: 2,
    description:
      'Nasi lemak with beef rendang cooked for five hours. One pot a day; when it is gone it is gone.',
  },
  {
    external_id: 'nasi-goreng-kampung',
    name: 'Nasi Goreng Kampung',
    category: MEALS,
    sku: 'KS-404',
    price: 9.9,
    description: 'Village fried rice with anchovies, water spinach and a fried egg. Pedas.',
  },
  {
    external_id: 'mee-goreng-mamak',
    name: 'Mee Goreng Mamak',
    category: MEALS,
    sku: 'KS-405',
    price: 8.9,
    description: 'Yellow noodles fried hard with egg, tofu, potato and a squeeze of lime.',
  },
  {
    external_id: 'mee-kari',
    name: 'Mee Kari',
    category: MEALS,
    sku: 'KS-406',
    price: 8.9,
    description: 'Curry noodles with chicken, cockles and tofu puffs that soak up the broth. Small or large.',
    variants: smallAndLarge('mee-kari', 'KS-406', 11.9),
  },
  {
    external_id: 'asam-laksa',
    name: 'Asam Laksa',
    category: MEALS,
    sku: 'KS-407',
    price: 8.5,
    description: 'Sour mackerel broth, thick rice noodles, mint and prawn paste. Small or large.',
    variants: smallAndLarge('asam-laksa', 'KS-407', 10.9),
  },
  {
    external_id: 'karipap',
    name: 'Karipap',
    category: EXTRAS,
    sku: 'KS-501',
    price: 2.5,
    stock: 60,
    description: 'Curry puff with chicken and potato, folded by hand every morning.',
  },
  {
    external_id: 'seri-muka',
    name: 'Seri Muka',
    category: EXTRAS,
    sku: 'KS-502',
    price: 2.2,
    stock: 0,
    description:
      'Pandan custard on coconut sticky rice. We are named after half of it, and it sells out first.',
  },
  {
    external_id: 'kuih-bahulu',
    name: 'Kuih Bahulu',
    category: EXTRAS,
    sku: 'KS-503',
    price: 4.5,
    description: 'Six little egg sponges from a brass mould, crisp outside. Made for dipping into Kopi O.',
  },
  {
    external_id: 'kaya-250',
    name: 'Kaya 250 g',
    category: EXTRAS,
    sku: 'KS-504',
    price: 14.9,
    stock: 18,
    description: 'A jar (balang) of our pandan coconut jam. No preservatives; two weeks in the fridge.',
  },
  {
    external_id: 'serbuk-kopi',
    name: 'Serbuk Kopi Seri',
    category: EXTRAS,
    sku: 'KS-505',
    price: 12.9,
    description: 'Our own roast, ground for the sock or the French press.',
    variants: [
      { external_id: 'serbuk-kopi-250', name: '250 g', sku: 'KS-505-S', stock: 12 },
      { external_id: 'serbuk-kopi-500', name: '500 g', sku: 'KS-505-L', price: 23.9, stock: 6 },
    ],
  },
  {
    external_id: 'delivery',
    name: 'Delivery',
    category: EXTRAS,
    sku: 'KS-601',
    price: 5,
    description: 'Penghantaran within 5 km, 8 am to 4 pm. Free for orders above RM 50.',
  },
  {
    // Without a price it cannot be ordered: the team quotes it.
    external_id: 'katering',
    name: 'Catering',
    category: EXTRAS,
    sku: 'KS-602',
    description: 'Katering for meetings, kenduri and surau, from 20 people. The team makes you a price.',
  },
]

function hotAndIced(product: string, sku: string, icedPrice: number): Variants {
  return [
    { external_id: `${product}-panas`, name: 'Panas', sku: `${sku}-P` },
    { external_id: `${product}-ais`, name: 'Ais', sku: `${sku}-A`, price: icedPrice },
  ]
}

function smallAndLarge(product: string, sku: string, largePrice: number): Variants {
  return [
    { external_id: `${product}-kecil`, name: 'Kecil', sku: `${sku}-S` },
    { external_id: `${product}-besar`, name: 'Besar', sku: `${sku}-L`, price: largePrice },
  ]
}
