import { texts } from '../i18n.ts'

export const useTexts = texts({
  en: {
    about: 'Who answers your customers, in which manner, and when the shop is open.',
    identity: 'Name and manner',
    name: 'Name',
    nameHint: 'Customers see it in the chat and hear it on the phone.',
    welcome: 'Welcome message',
    welcomeHint: 'The first words of a chat or a call.',
    persona: 'Persona',
    personaHint:
      'How it should speak, in your own words: tone, habits, what to offer, what never to promise. Facts belong into the knowledge. Without a language model the built-in agent speaks in its own manner and does not read this.',
    personaPlaceholder: 'Warm and quick. Calls people by name. Offers a drink with every meal.',
    examples: 'Take an example',
    exampleList: [
      [
        'Kopitiam auntie',
        'Warm and quick, like the auntie at the counter. Short sentences, a little Manglish is fine. Offers a drink with every meal, once.',
      ],
      [
        'Polite boutique',
        'Polite and calm. Asks about size and colour before recommending anything. Never pushes; offers to put an item aside.',
      ],
      [
        'Straight to the point',
        'Answers in one or two sentences, no small talk. Gives prices with every product. Says plainly when something is not known and offers a person.',
      ],
    ] as [string, string][],
    left: (count: string) => `${count} characters left`,
    languages: 'Languages',
    languagesAbout: 'It answers in the language it is written to, if it is one of these.',
    usual: 'Usual language',
    usualHint: 'Before anybody has written a word.',
    languageNames: { en: 'English', ms: 'Malay', zh: 'Chinese', ta: 'Tamil' },
    oneLanguage: 'At least one language is needed.',
    voice: 'Voice',
    voiceSwitch: 'May talk: phone calls and live talk on the website',
    voiceFree:
      'Calls and live talk need the paid plan. On the free plan visitors can still send voice notes where the service has speech.',
    voicePaid: 'Calls are billed by the minute. Turned off, calls to this agent are not answered by it.',
    planLink: 'See the plan',
    hours: 'Opening hours',
    hoursAbout:
      'The agent tells customers when you are open, and what happens to orders while you are closed.',
    knowledge: 'Knowledge',
    knowledgeAbout: 'What it knows beyond the catalogue: delivery, policies, ingredients, parking.',
    documents: (count: number) => (count === 1 ? '1 document' : `${count} documents`),
    manage: 'Open knowledge',
  },
  ms: {
    about: 'Siapa yang menjawab pelanggan anda, dengan gaya apa, dan bila kedai dibuka.',
    identity: 'Nama dan gaya',
    name: 'Nama',
    nameHint: 'Pelanggan melihatnya dalam sembang dan mendengarnya di telefon.',
    welcome: 'Mesej alu-aluan',
    welcomeHint: 'Kata-kata pertama sembang atau panggilan.',
    persona: 'Persona',
    personaHint:
      'Cara ia bercakap, dalam kata-kata anda: nada, tabiat, apa yang ditawarkan, apa yang tidak boleh dijanjikan. Fakta letak dalam pengetahuan. Tanpa model bahasa, ejen terbina dalam bercakap dengan gayanya sendiri dan tidak membaca ini.',
    personaPlaceholder:
      'Mesra dan pantas. Panggil pelanggan dengan nama. Tawarkan minuman dengan setiap hidangan.',
    examples: 'Guna contoh',
    exampleList: [
      [
        'Mak cik kopitiam',
        'Mesra dan pantas, macam mak cik di kaunter. Ayat pendek, bahasa santai. Tawarkan minuman dengan setiap hidangan, sekali sahaja.',
      ],
      [
        'Butik sopan',
        'Sopan dan tenang. Tanya saiz dan warna sebelum mencadangkan apa-apa. Jangan mendesak; tawarkan untuk simpan barang.',
      ],
      [
        'Terus kepada isi',
        'Jawab dalam satu dua ayat, tanpa basa-basi. Beri harga dengan setiap produk. Beritahu terus terang jika tidak tahu dan tawarkan seseorang.',
      ],
    ],
    left: (count: string) => `${count} aksara lagi`,
    languages: 'Bahasa',
    languagesAbout: 'Ia menjawab dalam bahasa yang ditulis kepadanya, jika ada dalam senarai ini.',
    usual: 'Bahasa biasa',
    usualHint: 'Sebelum sesiapa menulis apa-apa.',
    languageNames: { en: 'Inggeris', ms: 'Melayu', zh: 'Cina', ta: 'Tamil' },
    oneLanguage: 'Sekurang-kurangnya satu bahasa diperlukan.',
    voice: 'Suara',
    voiceSwitch: 'Boleh bercakap: panggilan telefon dan perbualan langsung di laman web',
    voiceFree:
      'Panggilan dan perbualan langsung perlukan pelan berbayar. Dalam pelan percuma pelawat masih boleh menghantar nota suara jika perkhidmatan ada pertuturan.',
    voicePaid: 'Panggilan dikira ikut minit. Jika dimatikan, ejen ini tidak menjawab panggilan.',
    planLink: 'Lihat pelan',
    hours: 'Waktu buka',
    hoursAbout: 'Ejen memberitahu pelanggan bila kedai dibuka, dan apa jadi pada pesanan semasa tutup.',
    knowledge: 'Pengetahuan',
    knowledgeAbout: 'Apa yang ia tahu selain katalog: penghantaran, polisi, bahan, tempat letak kereta.',
    documents: (count: number) => `${count} dokumen`,
    manage: 'Buka pengetahuan',
  },
})
