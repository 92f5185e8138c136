import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Beside each file its compressed form, which the server sends as it is. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir = 'dist' }) => {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets)) {
      const file = join(assets, name)
      if (/\.(?:js|css|svg)$/.test(name)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
})

/** For work on the pages: `npx vite` here shows them and passes their calls to a server that runs beside it. */
const server = process.env.FLORIN_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), compressed()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/staff/v1': { target: server, headers: { origin: server } } } },
})
