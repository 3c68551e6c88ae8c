#!/usr/bin/env node
import process from 'node:process'
import { setUp } from './setup.js'

await setUp({ speech: true })
const { bench } = await import('../bench/run.js')
await bench(process.argv.slice(2))
