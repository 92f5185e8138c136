import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Relative addresses, so that the built files can be served from any path. */
export default defineConfig({ base: './', plugins: [react()] })
