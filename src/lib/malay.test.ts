import { describe, expect, it } from 'vitest'
import { malayForms, malayRoots } from './malay.ts'

/** A root, and forms of it that people write. */
const families: [root: string, forms: string[]][] = [
  [
    'hantar',
    ['menghantar', 'penghantaran', 'dihantar', 'hantaran', 'hantarkan', 'penghantarannya', 'hantarlah'],
  ],
  ['bayar', ['membayar', 'pembayaran', 'bayaran', 'dibayar', 'bayarkan', 'bayarannya', 'terbayar']],
  ['tempah', ['menempah', 'tempahan', 'ditempah', 'penempahan', 'tempahkan']],
  ['buka', ['membuka', 'pembukaan', 'dibuka', 'bukakan', 'terbuka', 'bukakah']],
  ['tutup', ['menutup', 'ditutup', 'penutupan', 'tertutup']],
  ['pesan', ['memesan', 'pemesanan', 'dipesan', 'pesanan']],
  ['pulang', ['memulangkan', 'dipulangkan', 'pulangan', 'pemulangan']],
  ['kembali', ['mengembalikan', 'dikembalikan', 'pengembalian']],
  ['sewa', ['menyewa', 'penyewa', 'penyewaan', 'sewaan', 'disewakan']],
  ['rokok', ['merokok', 'perokok']],
  ['kerja', ['bekerja', 'pekerja', 'pekerjaan', 'dikerjakan']],
  ['ajar', ['belajar', 'pelajar', 'pelajaran', 'mengajar', 'pengajar', 'diajar']],
  ['khidmat', ['perkhidmatan', 'berkhidmat', 'khidmatnya']],
  ['bersih', ['kebersihan', 'membersihkan', 'dibersihkan', 'pembersihan']],
  ['naik', ['menaiki', 'dinaiki', 'kenaikan']],
  ['masak', ['memasak', 'dimasak', 'masakan', 'pemasak']],
  ['guna', ['menggunakan', 'digunakan', 'penggunaan', 'pengguna']],
  ['ambil', ['mengambil', 'diambil', 'pengambilan']],
  ['cuci', ['mencuci', 'dicuci', 'cucian', 'pencucian']],
  ['proses', ['memproses', 'diproses', 'pemprosesan']],
  ['baik', ['membaiki', 'dibaiki', 'memperbaiki', 'diperbaiki', 'kebaikan']],
  ['anjing', ['anjing2', 'anjingnya']],
  // Malay endings on English words.
  ['cancel', ['cancelkan', 'dicancel', 'dicancelkan']],
  ['refund', ['refundkan', 'direfund', 'refundnya']],
]

describe.each(families)('%s', (root, forms) => {
  it.each(forms)('is a root of %s, and makes it', (form) => {
    expect(malayRoots(form)).toContain(root)
    if (!form.endsWith('2')) expect(malayForms(root)).toContain(form)
  })

  it('is found again in every form that is made of it', () => {
    for (const form of malayForms(root)) if (form !== root) expect(malayRoots(form), form).toContain(root)
  })
})

describe('what only looks derived', () => {
  it.each([
    ['person', 'son'],
    ['terrace', 'race'],
    ['perform', 'form'],
    ['berapa', 'apa'],
    ['percuma', 'cuma'],
    ['masalah', 'masa'],
    ['sekolah', 'seko'],
    ['kereta', 'reta'],
    ['makan', 'makn'],
    ['ikan', 'i'],
    ['jalan', 'jal'],
    ['kopi', 'kop'],
    ['menu', 'nu'],
    ['member', 'ember'],
    ['medium', 'dium'],
    ['diskaun', 'diska'],
    ['haiwan', 'haiw'],
  ])('%s has no root %s, which does not make it', (word, root) => {
    expect(malayRoots(word)).not.toContain(root)
    expect(malayForms(root)).not.toContain(word)
  })
})
