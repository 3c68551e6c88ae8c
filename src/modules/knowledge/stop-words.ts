/** Words that say nothing about what a question is about, in English and in Malay as people type it. */
export const stopWords = new Set(
  `
  a about accept after again all also am an and any anybody anyone anything are as ask at be because been before being but by can
  cannot come could did do does doing don done dont else even ever every for from get getting give go going gonna good got
  had has have having hello help hey hi how i if in info information into is it its ive just kindly know let like ll look
  looking maybe me more morning much my need no not now of off oh ok okay on one only or other our out over please pls plz
  possible provide question re really s same say sell selling shop should show so some someone something sorry still store
  sure t tell than thank thanks that the their them then there these they thing things this those to too try u um us use ve
  very wanna want was way we well were what whats which who why will with within wonder wondering would yes yet you your
  yours accepted accepts accepting policy policies option options use using used take takes taking bring bringing allow allowed allows permitted welcome friendly suitable along work works evening afternoon dear im id sir madam boss bro sis miss guys hai helo cafe restaurant
  abang adakah ada agak akak aku akan amat anda apa apakah apabila awak bagaimana bagi bang banyak beri berikan betul boleh
  bolehkah boleh2 bagitahu buat bukan camne camana ceritakan cik cuma dah dalam dan dapat dari daripada dekat dengan dgn di
  dia dong encik hendak ialah ingin ini itu je jual jika juga jugak jgn jangan ka kah kak kalau kami kan kat kata ke kedai
  kepada ker kita kot ko korang la lagi lah lain macam macamana mahu maklumat mana2 mau mereka minta mohon mungkin nak naik
  ni nya oleh pada pasal perlu pernah puan pun pula pulak saja sahaja saya sama salam sangat satu sebab selamat semua sebuah
  sesiapa siapa sini situ suka sudah supaya tahu tak tau tanya tapi telah tentang terima menerima kasih tetapi tidak tiada tolong
  polisi pilihan barang bawa bawak benarkan dibenarkan sesuai guna gunakan pakai macamane tuan tu untuk utk wei woi x ya yang yg ye yeke
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
)
