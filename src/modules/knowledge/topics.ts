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

export const topics: Topic[] = [
  { weight: SUBJECT, words: ['open', 'buka', 'bukak', 'beroperasi', ...HOURS] },
  { weight: SUBJECT, words: ['close', 'tutup', 'last order'], also: HOURS },
  {
    weight: SUBJECT,
    words: ['deliver', 'delivery', 'hantar', 'penghantaran', 'cod', 'ship', 'shipping', 'pos'],
    also: ['rider', 'courier', 'kurier'],
  },
  {
    weight: SUBJECT,
    words: [
      'parking',
      'park',
      'car park',
      'carpark',
      'letak kereta',
      'parkir',
      'tempat letak kereta',
      'valet',
    ],
  },
  {
    weight: SUBJECT,
    words: ['halal', 'haram', 'pork', 'babi', 'lard', 'alcohol', 'alkohol', 'arak', 'jakim', 'muslim'],
  },
  {
    weight: SUBJECT,
    words: ['refund', 'pulangan', 'pulang wang', 'bayaran balik', 'money back', 'duit balik', 'pulangkan'],
  },
  { weight: SUBJECT, words: ['exchange', 'tukar', 'ganti', 'return', 'replace', 'replacement'] },
  { weight: SUBJECT, words: ['cancel', 'cancellation', 'batal'] },
  {
    weight: SUBJECT,
    words: ['pay', 'payment', 'bayar'],
    also: ['cash', 'tunai', 'visa', 'credit card', 'kad kredit', 'fpx', 'tng', 'grabpay', 'duitnow'],
  },
  { weight: SUBJECT, words: ['cash', 'tunai'] },
  {
    weight: SUBJECT,
    words: ['card', 'kad', 'credit card', 'kad kredit', 'kad debit'],
    also: ['visa', 'kredit'],
  },
  { weight: SUBJECT, words: ['ewallet', 'wallet', 'tng', 'touch n go', 'grabpay', 'boost', 'duitnow', 'qr'] },
  {
    weight: SUBJECT,
    words: ['book', 'booking', 'reserve', 'reservation', 'tempah', 'tempahan', 'tempahkan', 'rsvp'],
  },
  { weight: SUBJECT, words: ['wifi', 'wi fi', 'wify', 'internet', 'hotspot'] },
  { weight: SUBJECT, words: ['toilet', 'tandas', 'restroom', 'washroom', 'bilik air'] },
  { weight: SUBJECT, words: ['surau', 'prayer', 'musolla', 'solat', 'sembahyang', 'pray'] },
  {
    weight: SUBJECT,
    words: ['vegetarian', 'vegan', 'sayur', 'sayuran', 'plant based', 'meatless', 'tanpa daging'],
  },
  {
    weight: SUBJECT,
    words: ['allergy', 'allergic', 'allergen', 'alahan', 'alergi', 'alah'],
    also: ['nut', 'kacang', 'gluten'],
  },
  { weight: SUBJECT, words: ['dairy', 'lactose', 'laktosa', 'tenusu'], also: ['milk', 'susu'] },
  { weight: 1, words: ['milk', 'susu'] },
  { weight: 1, words: ['nut', 'kacang', 'peanut'] },
  { weight: 1, words: ['sugar', 'gula', 'sweet', 'manis'] },
  { weight: 1, words: ['birthday', 'hari jadi', 'birthdays', 'harijadi'] },
  { weight: 1, words: ['cake', 'kek'] },
  { weight: 1, words: ['coffee', 'kopi'] },
  { weight: 1, words: ['tea', 'teh'] },
  { weight: 1, words: ['bean', 'biji'] },
  { weight: 1, words: ['child', 'children', 'kid', 'kanak', 'budak', 'baby', 'bayi', 'high chair'] },
  { weight: 1, words: ['pet', 'dog', 'cat', 'haiwan', 'kucing', 'anjing'] },
  { weight: 1, words: ['smoke', 'rokok', 'merokok', 'vape', 'hisap rokok'] },
  {
    weight: 1,
    words: ['event', 'majlis', 'party', 'catering', 'katering', 'function', 'kenduri', 'jamuan'],
  },
  {
    weight: 1,
    words: [
      'job',
      'vacancy',
      'vacancies',
      'hiring',
      'kerja',
      'kerja kosong',
      'jawatan',
      'jawatan kosong',
      'career',
    ],
  },
  {
    weight: 1,
    words: ['discount', 'diskaun', 'promo', 'promosi', 'promotion', 'voucher', 'baucar', 'offer'],
  },
  { weight: 1, words: ['member', 'membership', 'ahli', 'keahlian', 'loyalty', 'points', 'mata ganjaran'] },
  { weight: 1, words: ['warranty', 'guarantee', 'waranti', 'jaminan'] },
  { weight: 1, words: ['size', 'saiz', 'ukuran'] },
  { weight: 1, words: ['wholesale', 'bulk', 'borong', 'pukal'] },
  { weight: 1, words: ['holiday', 'cuti', 'public holiday', 'cuti umum', 'hari raya', 'raya'] },
  { weight: 1, words: ['ramadan', 'puasa', 'ramadhan', 'fasting', 'bulan puasa'] },
  { weight: 1, words: ['monday', 'isnin'] },
  { weight: 1, words: ['tuesday', 'selasa'] },
  { weight: 1, words: ['wednesday', 'rabu'] },
  { weight: 1, words: ['thursday', 'khamis'] },
  { weight: 1, words: ['friday', 'jumaat'] },
  { weight: 1, words: ['saturday', 'sabtu'], also: ['weekend', 'hujung minggu'] },
  { weight: 1, words: ['sunday', 'ahad'], also: ['weekend', 'hujung minggu'] },
  { weight: 1, words: ['weekend', 'hujung minggu'], also: ['saturday', 'sunday', 'sabtu', 'ahad'] },
  { weight: 1, words: ['breakfast', 'sarapan'] },
  { weight: 1, words: ['lunch', 'makan tengah hari'] },
  { weight: 1, words: ['dinner', 'makan malam'] },
  { weight: 1, words: ['takeaway', 'take away', 'bungkus', 'tapau', 'pickup', 'pick up', 'collect'] },
  { weight: 1, words: ['free', 'percuma'] },
  {
    weight: 1,
    words: ['fee', 'charge', 'caj', 'cas', 'kos', 'cost', 'upah'],
    also: ['rm', 'free', 'percuma'],
  },
  { weight: 1, words: ['minimum', 'min order'] },
  { weight: 1, words: ['branch', 'branches', 'cawangan', 'outlet'] },
  {
    weight: 1,
    words: ['address', 'alamat', 'location', 'lokasi', 'located', 'terletak', 'directions', 'find us'],
    also: ['jalan', 'lorong', 'where we', 'kami di'],
  },
  {
    weight: 1,
    words: ['contact', 'hubungi', 'phone', 'telefon', 'call', 'email', 'emel', 'nombor telefon', 'whatsapp'],
  },
  { weight: ASPECT, words: ['price', 'harga', 'pricing'], also: ['rm'] },
  { weight: ASPECT, words: ['table', 'meja', 'seat', 'tempat duduk', 'kerusi'] },
  { weight: ASPECT, words: ['room', 'bilik'] },
  { weight: ASPECT, words: ['people', 'orang', 'pax', 'person', 'guest', 'tetamu'] },
]

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
