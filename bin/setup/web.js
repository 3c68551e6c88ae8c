import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupFailure } from './progress.js'

/** What the browser loads, each file complete in itself. */
const BUNDLES = [
  { entry: 'widget/embed.tsx', format: 'iife', file: 'embed.js' },
  { entry: 'widget/talk.tsx', format: 'es', file: 'talk.js' },
  { entry: 'widget/preview.tsx', format: 'iife', file: 'preview.js' },
  { entry: 'sdk/icebot.ts', format: 'umd', file: 'icebot.js' },
  { entry: 'sdk/icebot.ts', format: 'es', file: 'icebot.mjs' },
  { entry: 'worklets/capture.ts', format: 'es', file: 'capture.js' },
  { entry: 'worklets/playback.ts', format: 'es', file: 'playback.js' },
]
const COPIES = ['sdk/icebot.d.ts']

/** Bundles the programs of `web` into a folder. */
export async function buildWeb(root, folder) {
  const { build } = await import('vite')
  const web = join(root, 'web')
  for (const { entry, format, file } of BUNDLES) {
    await bundle(build, {
      root: web,
      configFile: false,
      envFile: false,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      esbuild: false,
      // The same bytes whatever NODE_ENV is where it is built.
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
      build: {
        target: 'es2022',
        outDir: folder,
        emptyOutDir: false,
        minify: true,
        modulePreload: false,
        lib: { entry: join(web, entry), formats: [format], name: 'IceBot', fileName: () => file },
        rolldownOptions: { output: { exports: 'auto', codeSplitting: false, minify: true } },
      },
    })
  }
  await buildDashboard(build, join(web, 'dashboard'), join(folder, 'dashboard'))
  for (const path of COPIES) copyFileSync(join(web, path), join(folder, path.split('/').at(-1)))
}

/** A program in parts: each page is loaded when somebody goes there. */
async function buildDashboard(build, source, folder) {
  const { default: tailwind } = await import('@tailwindcss/vite')
  await bundle(build, {
    root: source,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    plugins: [tailwind()],
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: true,
      assetsDir: 'dashboard',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
      // What the licences of the packages in it ask for: their texts go where the program goes.
      license: { fileName: 'dashboard/licences.md' },
      rolldownOptions: { output: { minify: true } },
    },
  })
}

async function bundle(build, options) {
  try {
    await build(options)
  } catch (error) {
    throw new SetupFailure(
      'What browsers load could not be built: mend what is said above and start again.',
      error.message,
    )
  }
}
