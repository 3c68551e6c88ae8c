import { type Html, html } from '../../lib/html.ts'
import { formatRinggit } from '../../lib/money.ts'
import type { Agent } from '../agents/index.ts'
import { signOf, still } from './drawings.ts'
import { standing, weekOf } from './hours-text.ts'
import type { Dish, Section } from './menu.ts'

export interface Shopfront {
  shopName: string
  agent: Agent
  menu: Section[]
  widgetUrl: string
  now: Date
}

/** What is no dish: told about below the menu. */
const SERVICES = ['delivery', 'katering']

export function shopfront({ shopName, agent, menu, widgetUrl, now }: Shopfront): Html {
  const isService = ({ externalId }: Dish) => SERVICES.includes(externalId)
  const sections = menu
    .map(({ name, dishes }) => ({ name, dishes: dishes.filter((dish) => !isService(dish)) }))
    .filter(({ dishes }) => dishes.length > 0)
  const services = menu.flatMap(({ dishes }) => dishes.filter(isService))
  const open = standing(agent.opening_hours, agent.time_zone, now)
  return html`<!doctype html>
<html lang="en-MY">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${shopName} · kopitiam in Kuala Lumpur</title>
<meta name="description" content="Kopi, kaya toast and nasi lemak at 12 Jalan Seri. Order by chat.">
<link rel="icon" href="assets/demo-icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/demo.css">
<script src="assets/demo.js" defer></script>
<script src="${widgetUrl}/api/widget/embed?bot=${agent.id}" async></script>
</head>
<body>
<a class="skip" href="#menu">To the menu</a>
<header class="top">
<p class="brand">${shopName}<span lang="ms">kopitiam sejak 1968</span></p>
${open && html`<p class="open ${open.isOpen ? 'now' : 'later'}">${open.text}</p>`}
</header>
<main>
<section class="hero">
<div>
<h1>Kopi first.<br>Everything else after.</h1>
<p>Charcoal toast, home-made kaya and nasi lemak in banana leaf, opposite the LRT. Order by chat, pay online, pick up in fifteen minutes.</p>
<p class="actions"><button type="button" class="main" data-ask>Ask ${agent.name}</button><a href="#menu">See the menu</a></p>
<p class="hint" lang="ms">${agent.name} faham Bahasa Melayu juga: “nak dua kopi ais, kurang manis”.</p>
</div>
${still}
</section>
<div class="tiles"></div>
<nav class="jump" aria-label="Menu">
${sections.map(({ name }, i) => html`<a href="#menu-${i}">${name}</a>`)}
</nav>
<div id="menu" class="menu">
${sections.map((section, i) => sectionView(section, i))}
<section class="unsure" aria-labelledby="unsure">
<h2 id="unsure">Not sure what to have?</h2>
<p>${agent.name} knows the menu, what is left of it and what is in it. Say it as you would at the counter:</p>
<ul><li>Something hot, not too sweet?</li><li lang="ms">Nasi lemak apa yang ada lagi?</li><li>2 kopi ais and a kaya toast set, pick up at 8</li></ul>
<button type="button" class="main" data-ask>Ask ${agent.name}</button>
</section>
</div>
<section class="visit" aria-labelledby="visit">
<h2 id="visit">Come by, or let us come to you</h2>
<div class="cards">
<div class="card"><h3>Opening hours</h3>
<dl>${weekOf(agent.opening_hours).map(({ days, times }) => html`<div><dt>${days}</dt><dd>${times}</dd></div>`)}</dl>
<p>The kitchen takes last orders half an hour before we close.</p></div>
<div class="card"><h3>Where</h3><address>12 Jalan Seri, Kuala Lumpur<br>opposite the LRT station</address>
<p>Forty seats, half of them air-conditioned. Everything is halal.</p></div>
${services.map((dish) => serviceView(dish, agent))}
</div>
<p class="more">Allergies, large orders, something we forgot to say? <button type="button" class="link" data-ask>Ask ${agent.name}</button></p>
</section>
</main>
<footer>
<p class="fine"><strong>This is a demo shop.</strong> It came with icebot, so that you can see the chat at work on a page. Nothing is cooked and no money is taken; stock goes down when you order.</p>
<p class="fine">Start it over with <code>npm run -s icebot -- demo reset</code>, remove it with <code>npm run -s icebot -- demo remove</code>. <a href="docs">API reference</a></p>
</footer>
<p class="toast-note" role="status" hidden>The chat could not be loaded. Reload the page; if it still does not come, the console of the browser says why.</p>
</body>
</html>
`
}

function sectionView({ name, dishes }: Section, index: number): Html {
  return html`<section class="section" aria-labelledby="menu-${index}">
<div class="heading">${signOf(name)}<h2 id="menu-${index}">${name}</h2></div>
<ul>${dishes.map(dishView)}</ul>
</section>
`
}

function dishView({ name, description, prices, isSoldOut, left }: Dish): Html {
  return html`<li${isSoldOut && html` class="gone"`}>
<div class="dish"><h3>${name}</h3>${
    isSoldOut
      ? html`<span class="mark out">Sold out today</span>`
      : left !== undefined && html`<span class="mark few">Only ${left} left</span>`
  }
<p>${description}</p></div>
<p class="prices">${
    prices.length === 0
      ? html`<span class="price">Ask us</span>`
      : prices.map(
          ({ label, sen }) =>
            html`<span class="price">${label !== undefined && html`<small>${label}</small> `}RM&nbsp;${formatRinggit(sen)}</span>`,
        )
  }</p>
</li>`
}

function serviceView({ name, description, prices }: Dish, { name: agentName }: Agent): Html {
  const [price] = prices
  return html`<div class="card"><h3>${name}${price && html` <span class="price">RM&nbsp;${formatRinggit(price.sen)}</span>`}</h3>
<p>${description}</p>
${!price && html`<p><button type="button" class="link" data-ask>Ask ${agentName} for a price</button></p>`}</div>`
}
