#!/usr/bin/env node
import { watchFile } from 'node:fs'
import process from 'node:process'
import { createBell } from './bell.js'
import { readCatalogue } from './catalogue.js'
import { readMissed, readNews } from './messages.js'
import { catchUp, report } from './orders.js'
import { Problem } from './problem.js'
import { listen } from './receiver.js'
import { connect } from './service.js'
import { readSettings } from './settings.js'
import { openState, readState } from './state.js'
import { sendAllLevels, syncCatalogue } from './sync.js'

const USAGE = `store-sync.js                    runs the connector until it is stopped
store-sync.js check              reads the catalogue and says what is wrong with it; sends nothing
store-sync.js sync               sends the whole catalogue, counts included
store-sync.js stock              sends every count
store-sync.js orders             lists the store's orders
store-sync.js paid ORDER         reports a store order as paid; also: cancelled, refunded`

const RETRY_MS = 10_000
const QUIET_MS = 1_000

/** Only `run` writes the state file; the other commands may be used while it runs. */
const commands = {
  run,
  async check() {
    const items = await readCatalogue(readSettings(process.env).catalogueFile)
    say(`${items.length} products, ${items.flatMap(({ product }) => product.variants).length} variants`)
  },
  async sync() {
    const settings = readSettings(process.env, ['key'])
    const items = await readCatalogue(settings.catalogueFile)
    const failures = await syncCatalogue(connect(settings), items, {}, async () => {}, say)
    if (failures > 0) process.exitCode = 1
  },
  async stock() {
    const settings = readSettings(process.env, ['key'])
    const failures = await sendAllLevels(connect(settings), await readCatalogue(settings.catalogueFile), say)
    if (failures > 0) process.exitCode = 1
  },
  async orders() {
    const { orders } = await readState(readSettings(process.env).stateFile)
    for (const { store_id, order_number, status, total, customer, problem = '' } of Object.values(orders)) {
      say([store_id ?? '-', order_number, status, total.toFixed(2), customer.name, problem].join('\t'))
    }
  },
  paid: (storeId) => reportStatus(storeId, 'paid'),
  cancelled: (storeId) => reportStatus(storeId, 'cancelled'),
  refunded: (storeId) => reportStatus(storeId, 'refunded'),
  help: async () => say(USAGE),
}
commands['--help'] = commands.help

async function reportStatus(storeId, status) {
  if (!storeId) throw new Problem(`Which order? store-sync.js ${status} ORDER`)
  const settings = readSettings(process.env, ['key'])
  const order = await report(connect(settings), await readState(settings.stateFile), storeId, status)
  say(`order ${storeId}: ${order.order_number} is ${order.status}`)
}

async function run() {
  const settings = readSettings(process.env, ['key', 'secret'])
  await readCatalogue(settings.catalogueFile)
  const service = connect(settings)
  const state = await openState(settings.stateFile)
  state.data.ordersUpTo ??= settings.ordersSince
  state.data.messages.startedAt ??= new Date().toISOString()

  // Once at the start, and then from time to time, it looks for what no webhook told.
  let isThorough = true
  const hearNews = createBell(
    async () => {
      const isSweep = isThorough
      isThorough = false
      await workOff(service, state, settings, isSweep).catch((error) => {
        isThorough ||= isSweep
        throw error
      })
    },
    { retryMs: RETRY_MS, onTrouble: complain },
  )
  const readShelves = createBell(
    async () => {
      const items = await readCatalogue(settings.catalogueFile)
      await syncCatalogue(service, items, state.data.catalogue, state.save, say)
    },
    { retryMs: RETRY_MS, onTrouble: complain },
  )

  // The port is also what keeps a second connector away from the same file.
  const server = await listen(settings, state, hearNews, say)
  say(`listening at http://${settings.host}:${settings.port}/webhook`)
  const sweep = () => {
    isThorough = true
    hearNews()
    readShelves()
  }
  sweep()
  setInterval(sweep, settings.sweepSeconds * 1_000)
  watch(settings.catalogueFile, readShelves)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.close()
      state.save().then(() => process.exit(0), die)
    })
  }
}

/** Works on what was delivered, and takes it out of the inbox when it is done. */
async function workOff(service, state, { followsMessages }, isThorough) {
  const entries = [...state.data.inbox]
  const news = entries.flatMap(({ order_created_at }) => order_created_at ?? [])
  await catchUp(service, state, { news, isThorough }, say)
  if (followsMessages) {
    const conversations = entries.flatMap(({ conversation_id }) => conversation_id ?? [])
    await readNews(service, state, conversations, showMessage)
    if (isThorough) await readMissed(service, state, showMessage)
  }
  state.data.inbox = state.data.inbox.slice(entries.length)
  await state.save()
}

function showMessage({ channel, role, content }) {
  say(`message: ${channel} ${role} ${JSON.stringify(content)}`)
}

/** A file that somebody is still writing is left alone until it has been quiet for a moment. */
function watch(path, onChange) {
  let quiet
  watchFile(path, { interval: QUIET_MS }, () => {
    clearTimeout(quiet)
    quiet = setTimeout(onChange, QUIET_MS)
  })
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

/** What can be mended is told in a sentence; anything else is a fault of this program and shows where. */
function complain(error) {
  process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`)
}

function die(error) {
  complain(error)
  process.exit(1)
}

// Whoever reads only the first lines (`orders | head`) has seen enough.
process.stdout.on('error', () => process.exit())

const [command = 'run', ...rest] = process.argv.slice(2)
if (Object.hasOwn(commands, command)) await commands[command](...rest).catch(die)
else die(new Problem(`Unknown command ${command}.\n${USAGE}`))
