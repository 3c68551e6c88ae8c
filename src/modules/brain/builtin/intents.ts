/** What a clause is about. Earlier ones are looked for first, so the more telling ones stand above. */
// biome-ignore format: a list
export type Intent =
  | 'person' | 'complaint' | 'beyond' | 'cancel' | 'clear' | 'status' | 'total' | 'cart' | 'replace' | 'remove' | 'set' | 'hours'
  | 'menu' | 'recommend' | 'discount' | 'price' | 'stock' | 'done' | 'more' | 'want' | 'who' | 'wellbeing' | 'greeting' | 'thanks' | 'bye'

// biome-ignore format: a table
const PHRASES: [Intent, string][] = [
  ['person', `talk to a person|talk to person|talk to someone|talk to somebody|talk to human|talk to a human|talk to staff|talk to the staff|talk to your staff|talk to the owner|talk to owner|talk to manager|talk to the manager|talk with a person|
    speak to a person|speak to someone|speak to human|speak to a human|speak to staff|speak to the owner|speak to the manager|speak to your manager|speak with someone|speak with a person|speak to somebody|real person|real human|human agent|live agent|customer service|
    cakap dengan orang|cakap dengan staf|cakap dengan staff|cakap dengan manusia|cakap dengan tokey|cakap dengan tauke|cakap dengan owner|cakap dengan admin|cakap dengan manager|cakap dengan seseorang|bercakap dengan|sembang dengan orang|hubungi staf|hubungi orang|jumpa manager|
    nak orang betul|orang sebenar|call me|telefon saya|call saya|chat dengan orang|chat dengan admin|panggil manager|panggilkan staf|connect me to|let me talk to|can someone call|someone call me|not a bot|bukan bot`],
  ['complaint', `complain|complaint|aduan|adu|komplen|komplain|wrong order|wrong item|salah order|order salah|pesanan salah|salah hantar|salah bagi|tak sampai lagi|tak sampai sampai|belum sampai|never arrived|not arrived|havent arrived|hasnt arrived|havent received|hasnt come|
    where is my food|very late|so late|lambat sangat|lambat gila|lama sangat|disappointed|kecewa|teruk|terrible|horrible|worst|bad service|servis teruk|rude|biadap|rosak|broken|damaged|defect|defective|basi|spoiled|mouldy|food poisoning|sakit perut|refund|nak duit balik|duit balik|bayar balik|bayaran balik|pulangkan duit|money back|tertinggal barang|missing item|kurang satu barang|scam|tipu|cheated|not happy|unhappy|tak puas hati`],
  ['beyond', `book a table|book table|booking a table|reserve a table|reserve table|reserve|reservation|table for|tempah meja|booking meja|book meja|tempahan meja|reserve meja|ada meja|job|jobs|vacancy|vacancies|hiring|kerja kosong|jawatan kosong|cari kerja|minta kerja|mohon kerja|nak kerja|part time|resume|interview|franchise|sponsor|sponsorship|supplier|pembekal|jadi agent|dropship|invoice|e invoice|tax invoice|resit rasmi|official receipt`],
  ['cancel', `cancel my order|cancel the order|cancel order|cancel my orders|cancel that order|batalkan pesanan|batal pesanan|batalkan order|batal order|cancelkan order|cancelkan pesanan|cancel pesanan|tak jadi order|tak jadi pesan|tak jadi beli|order batal|dont want the order|dont want my order|taknak order itu|cancel my pesanan|cancel order saya|batalkan tempahan`],
  ['clear', `clear cart|clear my cart|clear the cart|clear everything|clear all|empty cart|empty my cart|empty the cart|start over|start again|cancel all|cancel everything|cancel semua|batal semua|batalkan semua|buang semua|remove all|remove everything|delete all|delete everything|kosongkan|mula semula|mula balik|padam semua|reset|forget it all|tak jadi semua|semua tak jadi`],
  ['status', `order status|status order|status pesanan|my order status|where is my order|where my order|my order where|order saya dah|pesanan saya dah|order saya mana|mana order saya|mana pesanan saya|order dah siap|pesanan dah siap|dah siap ke|dah siap|is my order|is it ready|is my food ready|order ready|ready yet|ready ke|ready belum|siap belum|siap tak|dah ready|belum siap|bila boleh ambil|bila sampai|bila nak sampai|how long more|track my order|check my order|check order|semak pesanan|semak order|check status|sampai mana|how is my order|order saya siap|pesanan saya siap|status|dah bayar|sudah bayar|i have paid|i paid|already paid|payment received|bayaran dah masuk|bila siap|berapa lama siap|berapa lama lagi|lama lagi ke|lambat lagi ke|how long will it take|when ready|when will it be ready|order number|nombor pesanan|no pesanan|pay already|paid already|payment done|is it confirmed|order confirmed|confirmed already|dah confirm|dah transfer|bayar dah|dah masuk|bayar ke belum`],
  ['total', `berapa semua|semua berapa|semuanya berapa|berapa semuanya|jumlah berapa|berapa jumlah|jumlah semua|jumlahnya|jumlah|total berapa|berapa total|total|how much altogether|how much in total|how much all|how much for all|how much everything|altogether how much|all together|all how much|kira semua|the bill|sum|kira|bill|bil|total bill|kira kira`],
  ['cart', `my cart|my order so far|my current order|what have i ordered|what did i order|what is in my order|what is my order|what is in my cart|apa order saya|apa pesanan saya|show my order|show order|show cart|apa saya order|apa dalam order|apa dalam pesanan|tengok order|tengok pesanan|tunjuk order|tunjuk pesanan|senarai pesanan|order saya apa|saya dah order apa|saya order apa|repeat my order|read back`],
  ['replace', `tukarkan|tukar|change|gantikan|ganti|swap|replace|instead of|switch|ubah`],
  ['remove', `kurangkan|reduce|buangkan|buang|remove|delete|padam|keluarkan|tolak|take out|take off|take away the|cancel|cancelkan|batalkan|batal|tak jadi|taknak|tak nak|dont want|do not want|no need|takpayah|tak payah|minus|drop|without the|no more|never mind the|never mind about|nevermind the|forget the|forget about the|skip the|lupakan`],
  ['set', `buat jadi|buatkan|make it|make that|make them|jadikan|set to|just make|actually|sebenarnya|i mean|maksud saya|silap|tersilap|oops`],
  ['hours', `opening hours|opening hour|opening time|operating hours|operation hours|business hours|working hours|waktu operasi|waktu buka|waktu perniagaan|masa operasi|masa buka|jam operasi|buka pukul|tutup pukul|pukul berapa buka|pukul berapa tutup|buka tak|buka ke|tutup ke|tutup tak|dah buka|dah tutup|masih buka|ada buka|kedai buka|kedai tutup|buka lagi|buka hari|buka sekarang|are you open|you open|still open|open now|open today|open tomorrow|open on|open until|open till|what time you open|when do you open|when do you close|what time do you|what time close|what time open|you close|open ka|open tak|open ke|closing time|close at|hari apa buka|bila buka|bila tutup|buka bila|tutup bila|last order what time|what time last order|what time is last order|what time is the last order|last order pukul|last order time|bila last order|last order bila|until what time|sampai pukul berapa|malam ini buka|malam ni buka|esok buka|hari ini buka|hari ni buka`],
  ['menu', `menu|ada apa|apa ada|apa yang ada|jual apa|apa yang dijual|apa yang korang jual|what do you have|what do you sell|what you have|what you sell|what have you got|what else do you have|what else you have|what can i order|what can i buy|what is there|what is available|whats available|catalogue|catalog|katalog|senarai|price list|pricelist|senarai harga|list of|show me what|what kind of|what type of|what types of|what products|what items|apa jenis|jenis apa|ada jual apa|apa lagi ada|ada apa lagi`],
  ['recommend', `recommend|recommendation|recommended|suggest|suggestion|cadang|cadangkan|cadangan|best seller|bestseller|best selling|best sellers|bestsellers|favourite|apa yang best|yang best|yang sedap|apa popular|yang popular|yang laku|what should i get|what should i order|what should i try|nak makan apa|nak minum apa|top seller|paling laku|paling sedap|paling best|paling popular|most popular|what is good|what is nice|apa yang sedap|apa sedap|apa best|signature|popular|must try|special today|istimewa hari ini|surprise me|something|anything|sesuatu|apa yang sejuk|apa yang manis|apa yang pedas|apa yang panas|benda manis|benda sejuk|for breakfast|for lunch|for dinner|untuk sarapan|untuk breakfast|untuk lunch|untuk tengahari|cheapest|paling murah|termurah|paling mahal|termahal|most expensive`],
  ['discount', `discount|diskaun|promo|promosi|promotion|offer|tawaran|voucher|coupon|kupon|kurang sikit harga|harga kurang|cheaper price|less price|best price|harga murah sikit|free gift|percuma`],
  ['price', `berapa harga|harga berapa|harganya|harga|how much is|how much are|how much for|how much|price of|price for|prices|price|cost|costs|berapa ringgit|berapa satu|satu berapa|sebiji berapa|berapa sebiji|berapa`],
  ['stock', `berapa tinggal|berapa yang tinggal|ada berapa lagi|berapa lagi|how many do you have|how many more|ada lagi tak|ada lagi ke|ada lagi|masih ada|ada stok|stok ada|in stock|out of stock|still have|still got|any more|any left|how many left|tinggal berapa|berapa lagi ada|do you have|have you got|do you sell|you sell|got any|do you got|you have|you got|u have|is there|are there|available|ada jual|jual tak|ada tak|ada ke|dah habis|habis dah|sold out|habis ke|habis tak|jual|sell`],
  ['done', `itu saja|ini saja|cukup|dah cukup|setakat itu|setakat ini|that is all|that will be all|thats it|that is it|nothing else|no more thanks|im done|i am done|done|checkout|check out|nak bayar|bayar sekarang|proceed|pay now|place order|place my order|place the order|confirm order|nothing more|tak ada dah|tiada dah|tiada lagi|tak ada lagi|siap order|takde dah|dah itu saja`],
  ['more', `tambahkan|tambah|satu lagi|lagi satu|dua lagi|lagi dua|tiga lagi|add|one more|another|two more|more|also want|nak lagi|lagi`],
  ['want', `nak|preorder|pre order|i want|want|i would like|would like|id like|i will have|i will take|i take|can i have|can i get|can i order|can have|may i have|could i have|could i get|let me have|let me get|give me|i need|need|order|pesan|tempah|beli|bagi|ambil|get me|buy|take|minta|mintak|i have the|teringin|booking|book`],
  ['who', `are you a robot|are you an ai|are you ai|is this a bot|is this a robot|am i talking to a bot|am i talking to a robot|am i talking to a human|awak robot|awak ai|awak ni bot|awak ini bot|ini ai|ni bot|bot ke|robot ke|are you a human|are you a person|awak orang|awak manusia|are you a bot|are you bot|are you human|are you a robot|are you real|ini bot|ini robot|awak bot|siapa ini|siapa awak|who are you|who is this|what can you do|apa awak boleh buat|help|tolong saya|bantuan|how to order|how do i order|macam mana nak order|cara order|macam mana order`],
  ['wellbeing', `how are you|apa khabar|how is it going|sihat|whats up|what is up`],
  ['greeting', `hi|hello|hey|helo|hai|hallo|halo|hye|hy|hii|hiii|heyy|salam|assalamualaikum|askum|asalamualaikum|selamat pagi|selamat petang|selamat malam|selamat tengahari|good morning|good afternoon|good evening|morning|evening|afternoon|yo|oi|waalaikumsalam`],
  ['thanks', `thanks|thank you|terima kasih|trima kasih|tima kasih|appreciate|syukur|alhamdulillah`],
  ['bye', `bye|goodbye|jumpa lagi|see you|good night|ciao|babai`],
]

interface Phrase {
  intent: Intent
  text: string
}

const ALL: Phrase[] = PHRASES.flatMap(([intent, phrases]) =>
  phrases.split('|').map((phrase) => ({ intent, text: ` ${phrase.trim()} ` })),
)
const BY_FIRST_WORD = new Map<string, Phrase[]>()
for (const phrase of ALL) {
  const first = phrase.text.split(' ')[1] as string
  BY_FIRST_WORD.set(first, [...(BY_FIRST_WORD.get(first) ?? []), phrase])
}

/** Said around what is meant, and easily taken for an order: an order that is somebody's is a thing, and no wish. */
// biome-ignore format: a list
const AROUND = [' nak tanya ', ' nak tengok ', ' nak lihat ', ' nak check ', ' want to see ', ' want to look ', ' would like to see ', ' nak tau ', ' nak tahu ', ' want to ask ', ' want to know ', ' would like to ask ', ' would like to know ', ' boleh tanya ', ' can i ask ', ' in order ', ' my order ', ' my orders ', ' the order ', ' this order ', ' that order ', ' order saya ', ' order itu ', ' order ini ', ' order tadi ', ' order kami ']

export interface Meant {
  intent: Intent
  /** The words that say so. */
  phrase: string
}

/** What words are about, most telling first; the phrases that say so do not overlap with a more telling one's. */
export function intentsOf(words: string[]): Meant[] {
  let text = ` ${words.join(' ')} `
  const whole = text
  for (const phrase of AROUND) text = text.replace(phrase, ' ')
  const phrases = [...new Set(words)].flatMap((word) => BY_FIRST_WORD.get(word) ?? [])
  const found = phrases.filter((phrase) => (phrase.intent === 'want' ? text : whole).includes(phrase.text))
  const meant: Meant[] = []
  for (const { intent, text: phrase } of found.sort((a, b) => rank(a) - rank(b))) {
    if (!meant.some((one) => ` ${one.phrase} `.includes(phrase)))
      meant.push({ intent, phrase: phrase.trim() })
  }
  return meant
}

const ORDER = new Map(PHRASES.map(([intent], i) => [intent, i]))

/** Among phrases of one meaning the longest says it. */
function rank({ intent, text }: Phrase): number {
  return (ORDER.get(intent) as number) * 1_000 - text.length
}
