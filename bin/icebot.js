#!/usr/bin/env node
import process from 'node:process'
import { setUp } from './setup.js'

await setUp({ speech: process.argv[2] === 'serve' })
const { main } = await import('../dist/cli/main.js')
await main(process.argv.slice(2))
