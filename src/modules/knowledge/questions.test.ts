import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { BAKES, WARUNG } from '../../../test/harness/faq-shops.ts'
import { openShop } from '../../../test/harness/service.ts'
import { system } from '../audit/index.ts'
import { saveDocument } from './documents.ts'
import { searchKnowledge } from './search.ts'

const NOTHING = undefined

/** A question, and the heading of the passage that answers it best. */
type Row = [question: string, heading: string | undefined]

const ofWarung: Row[] = [
  // In Malay, as it is written and otherwise.
  ['pukul berapa bukak?', 'Waktu operasi'],
  ['bila kedai dibuka', 'Waktu operasi'],
  ['hari rabu tutup ke', 'Waktu operasi'],
  ['kedai kat mana?', 'Lokasi'],
  ['mana nak parking', 'Tempat letak kereta'],
  ['boleh bawa anjing?', 'Haiwan peliharaan'],
  ['haiwan dibenarkan tak', 'Haiwan peliharaan'],
  ['macam mana nak membayar', 'Kaedah pembayaran'],
  ['boleh bayar guna kad?', 'Kaedah pembayaran'],
  ['terima tng tak', 'Kaedah pembayaran'],
  ['boleh guna e-wallet?', 'Kaedah pembayaran'],
  ['nak duit balik', 'Bayaran balik'],
  ['boleh pulangkan wang saya?', 'Bayaran balik'],
  ['ada menghantar ke rumah?', 'Penghantaran'],
  ['boleh hantarkan ke pejabat saya?', 'Penghantaran'],
  ['minimum order berapa', 'Penghantaran'],
  ['nak menempah meja', 'Tempahan meja'],
  ['boleh reserve tak', 'Tempahan meja'],
  ['ada buat catering kenduri?', 'Katering'],
  ['ada baby chair?', 'Kanak-kanak'],
  ['anak kecil boleh main tak', 'Kanak-kanak'],
  ['anjing2 boleh masuk?', 'Haiwan peliharaan'],
  ['boleh cod?', 'Penghantaran'],
  ['boleh guna kad kredit', 'Kaedah pembayaran'],
  ['mak saya pakai wheelchair', 'Kerusi roda'],
  ['boleh hisap rokok?', 'Merokok'],
  ['perokok duduk mana', 'Merokok'],
  ['ada makanan vegetarian?', 'Menu sayur-sayuran'],
  ['ada pilihan sayur tak', 'Menu sayur-sayuran'],
  ['saya alergik kacang', 'Alahan'],
  ['nak buka francais', 'Francais'],
  ['ada kerja kosong?', 'Jawatan kosong'],
  ['nak mohon jawatan', 'Jawatan kosong'],
  // In English.
  ['what time do you open?', 'Waktu operasi'],
  ['where are you located?', 'Lokasi'],
  ['where can I park?', 'Tempat letak kereta'],
  ['are dogs allowed?', 'Haiwan peliharaan'],
  ['can my puppy come along', 'Haiwan peliharaan'],
  ['are you pet friendly?', 'Haiwan peliharaan'],
  ['what payment methods do you take?', 'Kaedah pembayaran'],
  ['do you accept GrabPay', 'Kaedah pembayaran'],
  ['how do refunds work', 'Bayaran balik'],
  ['can I be refunded?', 'Bayaran balik'],
  ['are you delivering to Klang?', 'Penghantaran'],
  ['is there a minimum order', 'Penghantaran'],
  ['can we make a reservation', 'Tempahan meja'],
  ['do you cater for weddings?', 'Katering'],
  ['is it suitable for kids', 'Kanak-kanak'],
  ['is it wheelchair accessible', 'Kerusi roda'],
  ['is there a washroom', 'Tandas'],
  ['where can smokers sit', 'Merokok'],
  ['anything for vegetarians?', 'Menu sayur-sayuran'],
  ['I have allergies', 'Alahan'],
  ['do you offer franchises', 'Francais'],
  ['any job openings?', 'Jawatan kosong'],
  ['are you hiring waiters', 'Jawatan kosong'],
  // About what nobody wrote down.
  ['what is the wifi password', NOTHING],
  ['ada wifi?', NOTHING],
  ['ada surau?', NOTHING],
  ['do you have gift vouchers', NOTHING],
  ['do you sell shoes?', NOTHING],
  ['ada jual kasut?', NOTHING],
  ['ada live music tak', NOTHING],
  ['boleh tukar saiz baju?', NOTHING],
  ['how old is the chef', NOTHING],
  ['siapa nama anak pak mat', NOTHING],
  ['do you repair phones', NOTHING],
  ['what is the meaning of life', NOTHING],
  ['can I charge my phone', NOTHING],
  ['is the kitchen clean', NOTHING],
  ['how to make sambal', NOTHING],
  ['do you have outlets in Penang', NOTHING],
]

const ofBakes: Row[] = [
  // In English.
  ['opening times?', 'When to come'],
  ['do you close on mondays', 'When to come'],
  ['where is your shop', 'Finding us'],
  ['is parking free', 'Parking your car'],
  ['can I bring a dog?', 'Dogs'],
  ['is my puppy welcome', 'Dogs'],
  ['how can I pay', 'Ways to pay'],
  ['do you take tng', 'Ways to pay'],
  ['is duit now ok', 'Ways to pay'],
  ['I want to refund my cake', 'Refunds'],
  ['is it refundable?', 'Refunds'],
  ['can you deliver?', 'Deliveries'],
  ['what is the minimum for delivery', 'Deliveries'],
  ['I would like to book a table', 'Booking'],
  ['do you do office catering', 'Catering'],
  ['can I bring my child', 'Children'],
  ['is there a highchair', 'Children'],
  ['can I come in a wheelchair', 'Wheelchairs'],
  ['is there a toilet', 'Restrooms'],
  ['anything for a vegetarian', 'Vegetarians'],
  ['I am allergic to nuts', 'Allergens'],
  ['is there an egg in it, I have an allergy', 'Allergens'],
  ['do I get candles', 'Candles and knives'],
  ['do you give a knife', 'Candles and knives'],
  ['are there job vacancies', 'Careers'],
  // In Malay.
  ['bila dibuka?', 'When to come'],
  ['hari isnin tutup ke', 'When to come'],
  ['alamat kedai?', 'Finding us'],
  ['ada tempat letak kereta?', 'Parking your car'],
  ['boleh bawa anjing-anjing saya?', 'Dogs'],
  ['kaedah pembayaran apa yang ada', 'Ways to pay'],
  ['bayaran guna kad boleh?', 'Ways to pay'],
  ['dompet digital boleh?', 'Ways to pay'],
  ['macam mana nak minta bayaran balik', 'Refunds'],
  ['wang dipulangkan tak kalau kek rosak', 'Refunds'],
  ['ada perkhidmatan penghantaran?', 'Deliveries'],
  ['kek dihantar ke rumah?', 'Deliveries'],
  ['pesanan minimum berapa', 'Deliveries'],
  ['macam mana nak buat tempahan meja', 'Booking'],
  ['boleh menempah tempat?', 'Booking'],
  ['ada katering untuk perkahwinan?', 'Catering'],
  ['sesuai untuk kanak-kanak?', 'Children'],
  ['ada laluan kerusi roda?', 'Wheelchairs'],
  ['tandas kat mana', 'Restrooms'],
  ['ada kek untuk orang vegetarian', 'Vegetarians'],
  ['anak saya ada alahan', 'Allergens'],
  ['adakah kek ini halal', 'Halal status'],
  ['kata laluan wifi?', 'Wifi'],
  ['ada kerja kosong', 'Careers'],
  // About what nobody wrote down.
  ['boleh merokok?', NOTHING],
  ['is smoking allowed', NOTHING],
  ['do you have franchises?', NOTHING],
  ['ada surau tak', NOTHING],
  ['do you sell shoes?', NOTHING],
  ['ada jual kasut', NOTHING],
  ['jual bunga tak', NOTHING],
  ['can you fix my bicycle', NOTHING],
  ['is there a swimming pool', NOTHING],
  ['boleh belajar buat roti?', NOTHING],
  ['ada pistachio cake?', NOTHING],
  ['masalah telefon', NOTHING],
  ['can I open a franchise', NOTHING],
  ['can I use my own knife', NOTHING],
  ['do you teach baking classes to adults', NOTHING],
]

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

describe.each([
  ['an eatery that writes Malay', WARUNG, ofWarung],
  ['a bakery that writes English', BAKES, ofBakes],
])('a question to %s is answered by', (_, body, rows) => {
  let agentId: string
  beforeAll(async () => {
    const { workspace, agent } = await openShop(database.db)
    agentId = agent.id
    const context = { db: database.db, workspaceId: workspace.id, agentId, actor: system }
    await saveDocument(context, { title: 'Info', body })
  })

  it.each(rows)('%s → %s', async (question, heading) => {
    const [best] = await searchKnowledge(database.db, agentId, question)
    expect(best?.heading.split(' › ').at(-1)).toBe(heading)
  })
})
