import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** `npm run check` builds only to see that it can, and how large the first load is. */
const isCheck = process.env.FLORIN_BUDGET === 'strict'

/** Beside each file its compressed form, which the server sends as it is. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: (_, { command }) => command === 'build' && !isCheck,
  writeBundle: ({ dir = 'dist' }) => {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets)) {
      const file = join(assets, name)
      if (/\.(?:js|css|svg)$/.test(name)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
})

/** Kilobytes of gzip that a browser loads before it shows the home of a merchant; what draws charts comes after. */
const firstLoad = { scripts: 165, styles: 12 }
const firstPages = ['/src/main.tsx', '/src/pages/merchant/home/home.tsx']

/** Stops the build of `npm run check` when its first load is larger: what grew belongs into a chunk of its own, or not into the dashboard. */
const budget = (): Plugin => ({
  name: 'budget',
  apply: 'build',
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const isFirst = (name: string) => firstPages.some((page) => name.endsWith(page))
    const begins = chunks.filter(({ isEntry, facadeModuleId }) => isEntry || isFirst(facadeModuleId ?? ''))
    const needed = new Set<string>()
    const need = (name: string): void => {
      const chunk = bundle[name]
      if (chunk?.type !== 'chunk' || needed.has(name)) return
      needed.add(name)
      for (const one of chunk.imports) need(one)
    }
    for (const { fileName } of begins) need(fileName)
    const sizeOf = (texts: readonly (string | Uint8Array)[]) =>
      texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1_000
    const scripts = sizeOf(chunks.filter(({ fileName }) => needed.has(fileName)).map(({ code }) => code))
    const styles = sizeOf(
      Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source] : [],
      ),
    )
    const summary = `first load: ${scripts.toFixed(1)} of ${firstLoad.scripts} kB of scripts, ${styles.toFixed(1)} of ${firstLoad.styles} kB of styles`
    if (begins.length < firstPages.length) throw new Error(`the build does not find ${firstPages.join(' and ')}`)
    const isTooLarge = scripts > firstLoad.scripts || styles > firstLoad.styles
    if (isTooLarge && isCheck) throw new Error(`${summary}; it is too large`)
    console.log(`${summary}${isTooLarge ? '; it is too large' : ''}`)
  },
})

/** For work on the pages: `npx vite` here shows them and passes their calls to a server that runs beside it. */
const server = process.env.FLORIN_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), compressed(), budget()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/staff/v1': { target: server, headers: { origin: server } } } },
})
