import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, and throws unless we may write into it. One by one, because the
 * recursive way of Node 20 never comes back from places that accept no folders.
 */
export function makeFolder(path: string): void {
  if (!existsSync(path)) {
    const parent = dirname(path)
    if (parent !== path) makeParents(parent)
    makeOne(path)
  }
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

function makeParents(path: string): void {
  if (existsSync(path) || dirname(path) === path) return
  makeParents(dirname(path))
  makeOne(path)
}

function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
