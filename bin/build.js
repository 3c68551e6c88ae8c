#!/usr/bin/env node
import { build } from './setup/build.js'
import { root } from './setup.js'

await build(root)
