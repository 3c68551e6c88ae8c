/** What Kopi Seri has written down for its agent. */
export const documents = [
  {
    title: 'About Kopi Seri',
    body: `# About Kopi Seri

## Where we are
Kopi Seri is a small kopitiam at 12 Jalan Seri, opposite the LRT station, in Kuala Lumpur. There is free parking behind the shop for six cars; after 6 pm the whole street is free.

## Opening days
We open every day from 7 am to 6 pm, public holidays too, except the first two days of Hari Raya Aidilfitri. The kitchen takes last orders at 5:30 pm.

## Seats and wifi
There are forty seats, half of them with air-conditioning. Wifi is free; ask at the counter for the password.

## Halal
Everything we serve is halal: no pork, no lard, no alcohol. Our chicken comes from a JAKIM-certified supplier.
`,
  },
  {
    title: 'Orders, pick-up and delivery',
    body: `# Orders, pick-up and delivery

## Pick-up
Orders are ready about 15 minutes after they are paid. Come to the counter and say your order number.

## Delivery
We deliver within 5 km for RM 5, from 8 am to 4 pm. Further away please use a delivery app.

## Payment
Pay online with the link you get, or at the counter by cash, card or QR. An unpaid order is cancelled after 30 minutes.

## Large orders
For more than 30 pieces, office breakfasts or catering please tell us a day before; a person of the team will call you back.

## Refunds
If something was wrong with your order tell us the same day and we replace it or give your money back.
`,
  },
  {
    title: 'Allergies and ingredients',
    body: `# Allergies and ingredients

Nasi lemak contains peanuts, anchovies and egg. Roti and toast contain wheat, egg and milk. Kuih are made with coconut milk; some contain peanuts. We can leave out sambal, peanuts, anchovies or sugar on request, but our kitchen is small and we cannot promise that anything is free of traces of nuts.

Kurang manis means half the usual sugar; kosong means none at all.
`,
  },
]
