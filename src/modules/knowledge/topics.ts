import { things } from './things.ts'

/**
 * What customers of small shops ask about, in English and Malay as they write it. A question with any of a topic's words
 * finds passages with any of them, so that either language finds the other. Phrases are words in a row. Data: a better
 * word needs no code.
 */
export interface Topic {
  /** How much it says about what the question is about; an ordinary word says 1. */
  weight: number
  words: string[]
  /** Looked for in passages, but no sign of this topic in a question. */
  also?: string[]
}

const SUBJECT = 1.5
/** What is asked about something else: the price of gold is no question about prices. */
const ASPECT = 0.75
const HOURS = [
  'opening hours',
  'business hours',
  'operating hours',
  'operation hours',
  'waktu operasi',
  'waktu perniagaan',
  'waktu buka',
  'jam operasi',
]
const PARKING = [
  'car park',
  'parking lot',
  'parking space',
  'letak kereta',
  'tempat letak kereta',
  'tempat parking',
  'tempat parkir',
]

export const subjects: Topic[] = [
  { weight: SUBJECT, words: ['open', 'buka', 'bukak', 'beroperasi', ...HOURS], also: ['close', 'tutup'] },
  { weight: SUBJECT, words: ['close', 'tutup', 'last order'], also: HOURS },
  {
    weight: SUBJECT,
    words: ['deliver', 'hantar', 'cod', 'ship', 'pos', 'postage', 'self collect'],
    also: ['rider', 'courier', 'kurier', 'lalamove', 'foodpanda', 'grabfood'],
  },
  { weight: SUBJECT, words: [...PARKING, 'park', 'carpark', 'parkir', 'valet'] },
  {
    weight: SUBJECT,
    words: ['halal', 'haram', 'pork', 'babi', 'lard', 'alcohol', 'alkohol', 'arak', 'jakim', 'muslim'],
  },
  {
    weight: SUBJECT,
    words: [
      'refund',
      'pulangan',
      'dipulangkan',
      'pulangan wang',
      'pulang wang',
      'pulangkan wang',
      'pulangkan duit',
      'wang dipulangkan',
      'duit dipulangkan',
      'wang dikembalikan',
      'bayaran balik',
      'money back',
      'duit balik',
    ],
    also: ['dikembalikan'],
  },
  { weight: SUBJECT, words: ['exchange', 'change', 'tukar', 'ganti', 'return', 'replace'] },
  { weight: SUBJECT, words: ['cancel', 'batal'] },
  {
    weight: SUBJECT,
    words: [
      'pay',
      'bayar',
      'payment method',
      'payment option',
      'way to pay',
      'kaedah pembayaran',
      'kaedah bayaran',
      'cara bayar',
      'cara bayaran',
      'cara pembayaran',
    ],
    also: ['cash', 'tunai', 'visa', 'credit card', 'kad kredit', 'fpx', 'tng', 'grabpay', 'duitnow'],
  },
  { weight: SUBJECT, words: ['cash', 'tunai'] },
  { weight: SUBJECT, words: ['card', 'kad'], also: ['visa', 'mastercard', 'debit', 'kredit'] },
  {
    weight: SUBJECT,
    words: ['credit card', 'kad kredit', 'debit card', 'kad debit', 'visa', 'mastercard'],
    // Not every card: a shop has cards for members and for birthdays too.
    also: ['debit', 'kredit', 'credit', 'cash card', 'by card', 'kad bank'],
  },
  {
    weight: SUBJECT,
    words: [
      'ewallet',
      'wallet',
      'e wallet',
      'dompet',
      'dompet digital',
      'tng',
      'touch n go',
      'touch and go',
      'grabpay',
      'grab pay',
      'boost',
      'shopeepay',
      'duitnow',
      'duit now',
      'qr',
    ],
  },
  {
    weight: SUBJECT,
    words: ['bank transfer', 'online transfer', 'online banking', 'fpx', 'bank in', 'pindahan bank'],
  },
  { weight: SUBJECT, words: ['cheque', 'cek'] },
  { weight: SUBJECT, words: ['instalment', 'installment', 'ansuran', 'atome', 'paylater', 'pay later'] },
  { weight: SUBJECT, words: ['receipt', 'resit', 'invoice', 'invois'] },
  { weight: SUBJECT, words: ['deposit', 'pendahuluan', 'cagaran'] },
  { weight: SUBJECT, words: ['book', 'reserve', 'tempah', 'rsvp'] },
  {
    weight: SUBJECT,
    words: [
      'wifi',
      'wi fi',
      'wify',
      'internet',
      'hotspot',
      'wifi password',
      'password wifi',
      'kata laluan wifi',
    ],
  },
  {
    weight: SUBJECT,
    words: ['toilet', 'tandas', 'restroom', 'washroom', 'bathroom', 'bilik air', 'jamban', 'loo'],
  },
  { weight: SUBJECT, words: ['surau', 'prayer', 'musolla', 'solat', 'sembahyang', 'pray', 'prayer room'] },
  {
    weight: SUBJECT,
    words: ['vegetarian', 'vegan', 'sayur', 'veggie', 'plant based', 'meatless', 'tanpa daging'],
  },
  {
    weight: SUBJECT,
    words: ['allergy', 'allergic', 'allergen', 'alahan', 'alergi', 'alergik', 'alah'],
    also: ['nut', 'kacang', 'gluten'],
  },
  { weight: SUBJECT, words: ['dairy', 'lactose', 'laktosa', 'tenusu'], also: ['milk', 'susu'] },
  {
    weight: SUBJECT,
    words: [
      'child',
      'kid',
      'kanak',
      'budak',
      'anak kecil',
      'anak anak',
      'baby',
      'bayi',
      'toddler',
      'stroller',
      'high chair',
      'highchair',
      'baby chair',
      'kerusi tinggi',
      'kerusi bayi',
      'family friendly',
      'playground',
    ],
  },
  {
    weight: SUBJECT,
    words: ['pet', 'dog', 'cat', 'puppy', 'kitten', 'haiwan', 'haiwan peliharaan', 'kucing', 'anjing'],
  },
  {
    weight: SUBJECT,
    words: ['smoke', 'smoker', 'rokok', 'vape', 'cigarette', 'shisha', 'hisap rokok', 'smoking area'],
  },
  {
    weight: SUBJECT,
    words: ['wheelchair', 'kerusi roda', 'oku', 'disabled', 'disability', 'ramp', 'wheelchair access'],
    also: ['accessible', 'accessibility', 'kurang upaya', 'landai'],
  },
  { weight: SUBJECT, words: ['franchise', 'francais'], also: ['rakan niaga', 'franchisee', 'franchisor'] },
  {
    weight: SUBJECT,
    words: ['catering', 'cater', 'caterer', 'katering'],
    also: ['kenduri', 'majlis', 'event'],
  },
  { weight: 1, words: ['event', 'majlis', 'party', 'function', 'kenduri', 'jamuan'] },
  {
    weight: SUBJECT,
    words: [
      'job',
      'job opening',
      'job vacancy',
      'vacancy',
      'hire',
      'recruit',
      'kerja',
      'kerja kosong',
      'jawatan',
      'jawatan kosong',
      'career',
      'kerjaya',
      'salary',
      'gaji',
      'intern',
      'internship',
      'part time',
      'sambilan',
    ],
  },
  {
    weight: 1,
    words: ['discount', 'diskaun', 'promo', 'promosi', 'promotion', 'voucher', 'baucar', 'offer'],
  },
  { weight: 1, words: ['member', 'membership', 'ahli', 'keahlian', 'loyalty', 'points', 'mata ganjaran'] },
  { weight: 1, words: ['holiday', 'cuti', 'public holiday', 'cuti umum', 'hari raya', 'raya'] },
  { weight: 1, words: ['ramadan', 'puasa', 'ramadhan', 'fasting', 'bulan puasa'] },
  { weight: 1, words: ['saturday', 'sabtu'], also: ['weekend', 'hujung minggu'] },
  { weight: 1, words: ['sunday', 'ahad'], also: ['weekend', 'hujung minggu'] },
  { weight: 1, words: ['weekend', 'hujung minggu'], also: ['saturday', 'sunday', 'sabtu', 'ahad'] },
  { weight: 1, words: ['takeaway', 'take away', 'bungkus', 'tapau', 'pickup', 'pick up', 'collect'] },
  { weight: 1, words: ['dine in', 'makan sini', 'makan di sini', 'makan dalam'] },
  {
    weight: ASPECT,
    words: ['fee', 'charge', 'caj', 'cas', 'kos', 'cost', 'upah'],
    also: ['rm', 'free', 'percuma'],
  },
  {
    weight: SUBJECT,
    words: [
      'minimum',
      'minimum order',
      'min order',
      'minimum pesanan',
      'pesanan minimum',
      'order minimum',
      'minima',
    ],
  },
  { weight: 1, words: ['branch', 'branches', 'cawangan', 'outlet'] },
  {
    weight: 1,
    words: [
      'address',
      'alamat',
      'location',
      'lokasi',
      'located',
      'terletak',
      'directions',
      'find us',
      'waze',
    ],
    also: ['jalan', 'lorong', 'where we', 'kami di', 'finding us', 'berada di'],
  },
  {
    weight: ASPECT,
    words: [
      'contact',
      'hubungi',
      'phone',
      'telefon',
      'call',
      'email',
      'emel',
      'phone number',
      'contact number',
      'nombor telefon',
      'no telefon',
      'whatsapp',
    ],
  },
  { weight: ASPECT, words: ['price', 'harga', 'pricing'], also: ['rm'] },
  { weight: ASPECT, words: ['table', 'meja', 'seat', 'tempat duduk', 'kerusi'] },
  { weight: ASPECT, words: ['room', 'bilik'] },
  { weight: ASPECT, words: ['people', 'orang', 'pax', 'person', 'guest', 'tetamu'] },
]

/** With what else has a name in both languages. */
export const topics: Topic[] = [...subjects, ...things.map((words) => ({ weight: 1, words }))]

/** Words that ask: they say which of several passages answers best, and what is meant when they stand alone. */
export const hints: Topic[] = [
  { weight: 1, words: ['when', 'bila', 'pukul', 'time', 'masa', 'waktu', 'jam', 'hour'], also: HOURS },
  {
    weight: 1,
    words: ['where', 'mana', 'area', 'kawasan'],
    also: [
      'address',
      'alamat',
      'located',
      'location',
      'lokasi',
      'terletak',
      'berada',
      'jalan',
      'where we',
      'find us',
    ],
  },
  {
    weight: 1,
    words: ['how much', 'berapa', 'brp'],
    also: ['price', 'harga', 'rm', 'fee', 'caj', 'free', 'percuma'],
  },
  {
    weight: 1,
    words: ['how long', 'berapa lama'],
    also: ['minutes', 'minit', 'hour', 'jam', 'days', 'hari'],
  },
  { weight: 1, words: ['today', 'hari ini', 'tomorrow', 'esok', 'tonight', 'malam'] },
]
