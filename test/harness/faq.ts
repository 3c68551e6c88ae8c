/** What a café would write: most of it in English, some in Malay, headings here and there. */
export const FAQ = `# Kopi Seri: frequently asked questions

Kopi Seri is a small café in Petaling Jaya. We roast our own beans and bake every morning.

## Opening hours
Monday to Friday 8am to 10pm, Saturday and Sunday 9am to 11pm. The kitchen takes the last order half an hour before we close.

## Public holidays
We are open on most public holidays from 10am to 6pm. We close on the first two days of Hari Raya Aidilfitri.

## Where we are
12, Jalan Seri 3, Petaling Jaya, beside the post office. The LRT station Taman Jaya is five minutes on foot.

## Parking
There is a free car park behind the shop for 15 cars. On weekends the basement of the mall opposite costs RM 3 an hour.

## Delivery
We deliver to Bangsar, Brickfields, Petaling Jaya and Subang Jaya, every day until 9pm. It takes 45 minutes on average.

### Delivery fee
RM 5 within 5 km, RM 9 beyond. Orders above RM 60 are delivered free of charge.

## Payment
We take cash, Visa and Mastercard, Touch 'n Go and DuitNow QR. We do not take cheques or American Express.

## Refunds
If something is wrong with your order, tell us within 24 hours and you get your money back on the same way you paid. Custom cakes cannot be refunded.

## Cancelling an order
An order that is not yet paid can be cancelled at any time. Once the kitchen has started, we cannot take it back.

## Wi-Fi
Free for guests; the password is printed on your receipt. Please share sockets when it is busy.

## Reservations
Tables for 4 to 20 people can be booked a day ahead by phone or WhatsApp. We hold a table for 15 minutes.

## Birthday cakes
Custom cakes need three days’ notice and a deposit of RM 50. We write any name on them.

## Pets
Dogs and cats are welcome on the terrace, not inside.

## Working with us
We are looking for baristas and kitchen helpers. Send your résumé to jobs@kopiseri.example.
`

export const MAKLUMAT = `# Maklumat untuk pelanggan

## Halal
Semua makanan dan minuman kami halal, disahkan oleh JAKIM. Tiada babi dan tiada arak di dapur kami.

## Surau dan tandas
Surau dan tandas ada di tingkat satu, di sebelah tangga.

## Alahan
Kek dan biskut kami mungkin mengandungi kacang, gluten dan susu. Beritahu kami jika anda ada alahan.

## Susu oat
Susu oat dan susu soya boleh ditukar dengan tambahan RM 2.

## Tempahan katering
Kami menyediakan katering untuk majlis sehingga 100 orang. Tempahan perlu dibuat seminggu lebih awal.

## Kad keahlian
Beli sembilan minuman, minuman kesepuluh percuma. Kad keahlian tiada tarikh luput.
`
