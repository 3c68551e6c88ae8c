/** What an eatery that writes only Malay has written down; nothing about Wi-Fi, vouchers or a surau. */
export const WARUNG = `# Warung Pak Mat

## Waktu operasi
Setiap hari 7 pagi hingga 11 malam, kecuali hari Rabu. Pembukaan pada cuti umum diumumkan di Facebook.

## Lokasi
Kami berada di tingkat bawah Plaza Melor, Seksyen 7, Shah Alam, bersebelahan Bank Islam.

## Tempat letak kereta
Ada dua puluh petak di hadapan warung, percuma selepas jam 6 petang.

## Haiwan peliharaan
Anjing-anjing tidak dibenarkan masuk. Kucing boleh di bahagian luar.

## Kaedah pembayaran
Tunai, kad debit, Touch 'n Go dan DuitNow. GrabPay dan cek tidak diterima.

## Bayaran balik
Jika pesanan tersilap, wang dikembalikan dalam tiga hari bekerja.

## Penghantaran
Makanan dihantar dalam lingkungan 8 km dengan caj RM 4. Pesanan minimum RM 30.

## Tempahan meja
Meja boleh ditempah melalui telefon, sekurang-kurangnya sehari sebelum.

## Katering
Untuk majlis 50 hingga 300 orang, lengkap dengan pelayan dan khemah.

## Kanak-kanak
Kerusi tinggi disediakan, dan ada ruang permainan di belakang.

## Kerusi roda
Laluan landai ada di pintu belakang.

## Tandas
Di sebelah dapur; minta kunci di kaunter.

## Merokok
Dilarang di seluruh warung, termasuk vape.

## Menu sayur-sayuran
Lima hidangan tanpa daging; beritahu kami jika anda vegan.

## Alahan
Sambal kami mengandungi kacang tanah dan udang.

## Halal
Dapur kami mempunyai sijil JAKIM.

## Francais
Rakan niaga boleh membuka cawangan dengan modal RM 80,000.

## Jawatan kosong
Kami mencari tukang masak dan pelayan; gaji RM 1,800 sebulan.
`

/** What a bakery that writes only English has written down; nothing about a prayer room, franchises or smoking. */
export const BAKES = `# Daisy Bakes

## When to come
Tuesday to Sunday, 10am to 8pm. We stay closed on Mondays.

## Finding us
Lot 3, Jalan Telawi, Bangsar, above the pharmacy.

## Parking your car
The basement has bays at RM 2 an hour.

## Dogs
Well-behaved dogs may sit with you outside.

## Ways to pay
Cash, debit and credit cards, Touch 'n Go, DuitNow and GrabPay.

## Refunds
Cakes that arrive damaged are refunded within a week.

## Deliveries
Riders bring your cake to any address in the Klang Valley for RM 12. The minimum order is RM 50.

## Booking
Tables are reserved by WhatsApp, up to a week ahead.

## Catering
Dessert tables for weddings and offices, from 30 guests.

## Children
We have two high chairs and colouring books.

## Wheelchairs
The lift takes you from the basement to our door.

## Restrooms
Behind the counter, with a changing table.

## Vegetarians
All our cakes are free of gelatine; three are vegan.

## Allergens
Our kitchen uses nuts, eggs and wheat every day.

## Halal status
Our ingredients are halal; the certificate is being applied for.

## Wifi
Free; the password is on the wall.

## Candles and knives
A candle and a knife come with every birthday cake. Messages are piped on it at no extra charge.

## Careers
We are hiring two bakers.
`
