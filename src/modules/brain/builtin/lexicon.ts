/*
 * Words as data. Nothing here belongs to one shop: it is how people in Malaysia write, in English, Malay and both at once.
 */

/** Short forms and what they stand for. */
// biome-ignore format: a dictionary
const SHORT: Record<string, string> = {
  nk: 'nak', nakk: 'nak', naj: 'nak', mau: 'nak', mahu: 'nak', hendak: 'nak', mok: 'nak',
  tk: 'tak', x: 'tak', tidak: 'tak', tdk: 'tak', takde: 'tiada', xde: 'tiada', takda: 'tiada',
  taknak: 'taknak', tanak: 'taknak', xnak: 'taknak', xmau: 'taknak', takmau: 'taknak', takmo: 'taknak', tamau: 'taknak', tamo: 'taknak', xmo: 'taknak', tkpe: 'takpe', xpe: 'takpe', takpa: 'takpe', xpayah: 'takpayah',
  brp: 'berapa', brapa: 'berapa', bpe: 'berapa', berape: 'berapa',
  sy: 'saya', aku: 'saya', sya: 'saya', ak: 'saya', i: 'i',
  dgn: 'dengan', ngan: 'dengan', mcm: 'macam', camne: 'macam mana', utk: 'untuk', tuk: 'untuk', yg: 'yang',
  dh: 'dah', sudah: 'dah', blh: 'boleh', bole: 'boleh', leh: 'boleh', jgn: 'jangan', krg: 'kurang', kurg: 'kurang',
  skrg: 'sekarang', skang: 'sekarang', hr: 'hari', ni: 'ini', tu: 'itu', kt: 'kat', dkt: 'dekat', pkl: 'pukul',
  bg: 'bagi', bagik: 'bagi', kasi: 'bagi', ambik: 'ambil', amik: 'ambil', amek: 'ambil', lg: 'lagi', lgi: 'lagi', smua: 'semua', sume: 'semua',
  semue: 'semua', ade: 'ada', adakah: 'ada', je: 'saja', jer: 'saja', sahaja: 'saja', ja: 'saja', aje: 'saja', jadik: 'jadi',
  tmbh: 'tambah', tambh: 'tambah', tukr: 'tukar', tolg: 'tolong', tlg: 'tolong', mkn: 'makan', ank: 'anak',
  org: 'orang', sape: 'siapa', mane: 'mana', ape: 'apa', kenape: 'kenapa', camana: 'macam mana', cmne: 'macam mana',
  pls: 'please', plz: 'please', pliz: 'please', u: 'you', ur: 'your', r: 'are', thx: 'thanks', ty: 'thanks', tq: 'thanks', tqvm: 'thanks',
  tengkiu: 'thanks', wanna: 'want to', gimme: 'give me', lemme: 'let me', wan: 'want', wants: 'want', hv: 'have', n: 'and', nd: 'and', abt: 'about',
  "what's": 'what is', whats: 'what is', "that's": 'that is', thats: 'that is', "it's": 'it is', "i'd": 'i would', "i'll": 'i will', ill: 'i will',
  "i'm": 'i am', im: 'i am', "i've": 'i have', "don't": 'dont', "can't": 'cannot', "where's": 'where is', wheres: 'where is', "how's": 'how is',
  "let's": 'lets', "didn't": 'didnt', "haven't": 'havent', "hasn't": 'hasnt', "isn't": 'isnt', "there's": 'there is',
  bng: 'bang', abg: 'abang', akk: 'kak', kk: 'kak', slm: 'salam', asslm: 'salam', askm: 'salam', ssalam: 'salam', pg: 'pagi', ptg: 'petang', mlm: 'malam', tgh: 'tengah',
  msh: 'masih', spe: 'siapa', ckp: 'cakap', tnya: 'tanya', hrga: 'harga', hrg: 'harga', jmlh: 'jumlah', byr: 'bayar', hntr: 'hantar', htr: 'hantar', kdai: 'kedai', tmpt: 'tempat', esk: 'esok', arini: 'hari ini', harini: 'hari ini',
  bli: 'beli', bt: 'buat', nma: 'nama', pkul: 'pukul', bgi: 'bagi', klu: 'kalau', kalo: 'kalau', klau: 'kalau', sbb: 'sebab', pastuh: 'pastu', skali: 'sekali', skit: 'sikit', sket: 'sikit', blm: 'belum', lum: 'belum', tggu: 'tunggu', okeh: 'okay', oki: 'okay', okie: 'okay', mcmana: 'macam mana', cane: 'macam mana', pnas: 'panas', kosg: 'kosong', mnis: 'manis',
  dua2: 'both', 'kedua2': 'both', duadua: 'both', tiga2: 'semua', dlm: 'dalam',
  cancle: 'cancel', cancell: 'cancel', remov: 'remove', chg: 'change', qty: 'quantity', del: 'delivery',
}

export function plainWord(word: string): string {
  return SHORT[word] ?? word.replace(GLUED, '$1 $2')
}

/** "Tehtarik", "nasilemak": two words of one dish, written as one. */
const GLUED =
  /^(kopi|teh|nasi|mee|roti|milo|ayam|kuih)(tarik|halia|lemak|goreng|kari|bakar|canai|telur|kosong|ais|panas|ayam|lapis|o|c)$/

/** Words of the same meaning; the first stands for all. Products and customers may use either language. */
// biome-ignore format: a dictionary
const SAME: string[] = [
  'ais ice iced sejuk cold', 'panas hot', 'suam warm', 'kopi coffee kofi', 'teh tea', 'susu milk', 'gula sugar', 'air water', 'jus juice',
  'nasi rice', 'ayam chicken', 'daging beef', 'ikan fish', 'udang prawn prawns shrimp', 'telur egg eggs telor', 'mee mi noodle noodles', 'roti bread',
  'goreng fried', 'half separuh', 'boiled boil rebus masak', 'bakar grilled', 'sayur vegetable vegetables veg', 'kek cake cakes', 'biskut cookie cookies biscuit biscuits', 'keju cheese', 'mentega butter',
  'coklat chocolate choc brown', 'kelapa coconut', 'pisang banana', 'limau lime', 'lemon', 'mangga mango', 'strawberi strawberry', 'vanila vanilla',
  'sup soup', 'kari curry', 'kecil small s', 'sederhana medium m', 'besar large big l', 'biasa regular normal standard plain', 'jumbo',
  'merah red', 'biru blue', 'hitam black', 'putih white', 'hijau green', 'kuning yellow', 'kelabu grey gray', 'jingga orange oren', 'ungu purple', 'pink', 'emas gold',
  'perak silver', 'baju shirt shirts kemeja tee', 'seluar pants trousers', 'kasut shoe shoes', 'tudung hijab scarf', 'beg bag bags', 'topi cap hat', 'stokin sock socks',
  'tali strap', 'kabel cable wire', 'pengecas charger', 'sarung case casing cover', 'fon kepala earphone earphones earbuds', 'kad card', 'hadiah gift', 'bunga flower flowers',
  'lembut soft', 'pedas spicy', 'manis sweet', 'minuman drink drinks beverage beverages', 'makanan food foods', 'set combo', 'kotak box boxes', 'kanak kids children budak',
  'lelaki men mens man', 'wanita women womens ladies perempuan', 'penghantaran delivery deliver hantar pos postage shipping', 'balang jar jars', 'botol bottle bottles',
  'panjang long', 'pendek short', 'kapas cotton', 'kaca glass', 'buah fruit fruits', 'hari day', 'halal', 'kosong zero',
  'lokasi location located alamat address where', 'bayar pay payment bayaran cash tunai cod', 'parkir parking park', 'pulang return returns refund tukar exchange', 'cuti holiday holidays',
  'waranti warranty jaminan guarantee', 'alahan allergy allergies allergic allergen allergens', 'kacang nut nuts peanut peanuts', 'vegetarian veggie vege', 'tempah tempahan booking reserve reservation',
]

// biome-ignore format: a dictionary
const CANON = new Map(SAME.flatMap((group) => {
  const [first = '', ...rest] = group.split(' ')
  return [first, ...rest].map((word) => [word, first] as const)
}))

/** The word that stands for all of its meaning. */
export function canon(word: string): string {
  const known = CANON.get(word) ?? CANON.get(singular(word))
  return known ?? singular(word)
}

export function isKnown(word: string): boolean {
  return CANON.has(word) || EMPTY.has(word)
}

/** The same in the other language, as one may look it up. */
export function otherWords(word: string): string[] {
  const meaning = CANON.get(word) ?? CANON.get(singular(word))
  if (meaning === undefined) return []
  const group = SAME.find((line) => line.startsWith(`${meaning} `) || line === meaning)?.split(' ') ?? []
  return group.filter((one) => one !== word && one.length > 1)
}

function singular(word: string): string {
  if (word.length < 5 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us')) return word
  if (/(?:sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** Words that say which language is written, and are about nothing that is sold. */
export const MALAY = list(`
  mintak nak saya tak ada berapa boleh yang dan dengan untuk ini itu apa mana bila macam sekarang lagi saja semua dah belum tolong bagi ambil
  tambah buang tukar jadi kat dekat dari ke dalam pada sini sana situ kami kita awak anda dia mereka nama kedai buka tutup pukul hari esok
  harga jumlah terima kasih tunggu kejap sikit sangat juga jugak pun ya ye tidak bukan jangan kalau sebab kenapa siapa mohon minta beli jual
  pesan pesanan tempah bayar hantar sampai siap mana taknak takpayah tiada masih lepas kurang lebih tanpa kosongkan batal batalkan selamat
  pagi petang malam tengahari khabar salam assalamualaikum korang nombor telefon betul salah cakap orang satu dua tiga empat lima enam tujuh
  paling murah mahal lapan sembilan sepuluh pulak eh kan kot dapat cadang cadangan sedap tapau bungkus asing atas saudara encik puan sebelum lambat rosak tinggal`)
export const ENGLISH = list(`
  i you the a an is are am was were do does did have has want would like can could will please what where when which who how why much many
  and or of for to from with without in on at it its this that these those my your me we us they them there here not no any some more less
  make take give get let need looking order ordered open close closed today tomorrow now one two three four five six seven eight nine ten
  name phone number price cost total add remove change instead only actually about also too just know tell show see still available left
  hello thanks thank think should been being be got anything something else dont cannot wrong late broken person someone human speak talk`)
/** Said in both languages alike. */
export const BOTH =
  list(`hi hello hey ok okay order thanks menu total cancel confirm status no a an to or so me delivery best set
  phone number one add`)

/** Things and greetings that are called so in one language only: they tell a language where no small word does. */
export const ENGLISH_THINGS = list(`hi hello hey morning afternoon evening good delivery pickup
  iced ice cold hot warm coffee tea milk sugar water juice rice chicken beef fish prawn prawns egg eggs noodle noodles bread fried grilled
  vegetable cake cakes cookie cookies cheese butter chocolate coconut banana mango soup curry small medium large big regular red blue black white
  green yellow grey purple shirt shirts pants shoes socks bag hat strap cable charger case earphones card gift flower flowers soft spicy sweet
  drink drinks food box boxes bottle bottles long short cotton glass fruit piece pieces pair less sweet extra spicy size`)
export const MALAY_THINGS =
  list(`hai salam assalamualaikum sejuk suam kecil sederhana besar merah biru hitam putih hijau kuning kelabu
  baju seluar kasut stokin beg pedas manis kurang saiz biji keping bungkus sebungkus secawan sekeping`)

/** Words that name no product. */
// biome-ignore format: a dictionary
const EMPTY = new Set([
  ...MALAY, ...ENGLISH,
  ...list(`all both semuanya kesemua everything la lah leh lor ah eh ha oh wah aiyo alamak boss bos bro sis kak abang bang dik cik akak miss sir madam dear sayang gan kawan uncle aunty tokey tauke adik
  hi hey ok okay okey thanks please sila nanti tadi tengok nampak rasa cuba try tanya tau tahu pasal about mengenai tentang kiranya
  want wants give gimme buy purchase having hv ordering get getting grab send sending put take taking prefer love hungry lapar dahaga thirsty craving teringin
  cup cups cawan gelas bungkus pek pack packs packet packets paket keping piece pieces pcs pc biji ketul pinggan plate plates mangkuk bowl bowls helai
  unit units buah ekor tin tins each every setiap sebiji sekeping secawan segelas sebungkus sepinggan semangkuk sehelai sebuah sebotol sekotak
  bolehkah leh dong pulak jugak pls sikit cepat skali sekali maybe perhaps erm hmm umm well then pastu kemudian lepas next lets go
  sedap best nice good great tasty delicious fresh murah cheap segar popular favourite favorite famous special istimewa
  again semula balik back other lain others another yet already dulu first ringgit rm sen harganya price prices cost costs mahal expensive
  sell sells selling jual menjual stock stok available ready masih ada left habis sold out item items barang product products produk thing things
  kah ke tak kan mana mane ya yes yeah yup no nope customer pelanggan hari today nice would could should really very
  isnin selasa rabu khamis jumaat sabtu ahad minggu depan monday tuesday wednesday thursday friday saturday sunday week weekend tonight noon lusa semalam
  wait hold kira majlis kenduri event party birthday meeting
  preorder takpe confirm confirmkan maksudnya kiranya jd paling buat if orders last make colleague haha hehe lol nvm noted so very
  x size saiz sizes colour color warna jenis type types kind kinds flavour flavor perisa besarnya system admin assistant ignore instructions`),
])

/** After these a customer says how it is to be made. */
export const MADE_OPENERS =
  list(`kurang less lebih extra tanpa without no taknak jangan dont not asing asingkan separate tapau takeaway
  bungkus ikat half separuh double light lightly tak cepat balut wrap tulis write jangan letak potong cut`)
/** By themselves they say how. */
export const MADE_WORDS =
  list(`pedas spicy mild kosong manis garing crispy nipis thin tebal thick kering kuah basah rangup lembut takeaway tapau
  suam gantung pekat cair biasa normal kaw kaw2`)

/** Things that come as a pair: "a pair" of them is one. */
export const PAIRED = list(`kasut stokin selipar slipper sandal anting earring glove earbud fon`)

/** Names of variants that are taken when nobody says which. */
export const USUAL_VARIANT = list(`biasa default original asal classic klasik one`)

export function isEmpty(word: string): boolean {
  return EMPTY.has(word)
}

function list(words: string): Set<string> {
  return new Set(words.trim().split(/\s+/))
}
