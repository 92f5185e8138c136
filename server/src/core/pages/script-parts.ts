import { readFileSync } from 'node:fs'

/**
 * One script out of several files: they share a scope that nothing else sees, and are sent without their imports and
 * exports. In the order in which they are named, what is computed at once stands above what uses it.
 */
export function joinScript(folder: URL, parts: readonly string[]): string {
  const texts = parts.map((name) => readFileSync(new URL(`${name}.js`, folder), 'utf8'))
  return `;(() => {\n${texts.map(asPart).join('\n')}})()\n`
}

const asPart = (text: string): string => text.replaceAll(/^import .*\n+/gm, '').replaceAll(/^export /gm, '')
