import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

/** The version of this program, as its package says. */
export const florinVersion: string = (JSON.parse(manifest) as { version: string }).version
